import { expect, test } from 'vitest'
import { formatDay, parseDay } from './day-text.ts'

test.each([
  ['2026-03-14', 'en-US', '2026-03-14'],
  ['3/14/2026', 'en-US', '2026-03-14'],
  ['14/3/26', 'en-GB', '2026-03-14'],
  ['14.03.2026', 'de-DE', '2026-03-14'],
  ['2026. 3. 14.', 'ko-KR', '2026-03-14'],
  ['Mar 14, 2026', 'en-US', '2026-03-14'],
  ['6 déc. 2026', 'fr-FR', '2026-12-06'],
  ['march 14 2026', 'de-DE', '2026-03-14'],
  ['2024-02-29', 'en-US', '2024-02-29'],
])('%s in %s is %s', (text, locale, day) => {
  expect(parseDay(text, locale)).toBe(day)
})

test.each(['', 'soon', '2026-02-30', '13/13/2026', '2026', 'may', 'ma 5 2026', 'juni 3 of 2026 at 5'])(
  '%s is no day',
  (text) => {
    expect(parseDay(text, 'en-US')).toBeUndefined()
  },
)

test.each(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pl-PL', 'sv-SE', 'ja-JP'])(
  'what is shown in %s can be typed again',
  (locale) => {
    const shown = formatDay('2026-12-05', locale)
    expect(parseDay(shown, locale)).toBe('2026-12-05')
  },
)
