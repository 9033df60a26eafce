import { describe, expect, it } from 'vitest'
import { writtenForms } from './sheet.locale.rules.ts'

describe('how a language writes', () => {
  it.each([
    ['en-US', '1,234.56', 'MM/DD/YYYY', '12/31/2026'],
    ['en-GB', '1,234.56', 'DD/MM/YYYY', '31/12/2026'],
    ['de-DE', '1.234,56', 'DD/MM/YYYY', '31.12.2026'],
    ['fr-FR', '1 234,56', 'DD/MM/YYYY', '31/12/2026'],
    ['de-CH', "1'234.56", 'DD/MM/YYYY', '31.12.2026'],
    ['es-ES', '1.234,56', 'DD/MM/YYYY', '31/12/2026'],
    ['ja-JP', '1,234.56', 'YY/MM/DD', '2026/12/31'],
  ])('%s: %s, %s', (locale, number, day, example) => {
    const forms = writtenForms(locale)
    expect([forms.number, forms.dayExample]).toEqual([number, example])
    // After the forms that leave no doubt.
    expect(forms.days.find((one) => /^(?:DD|MM|YY)[-/.]/.test(one))).toBe(day)
  })

  it('is English where the language is none', () => {
    expect(writtenForms('no such language')).toEqual(writtenForms('en-US'))
    expect(writtenForms(null)).toEqual(writtenForms('en-US'))
  })
})
