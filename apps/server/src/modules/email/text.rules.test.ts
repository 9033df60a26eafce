import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitText } from './text.rules.ts'

describe('a text of a mail', () => {
  it('is the whole of its parts, whatever it says', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        '> quoted',
        '--',
        '-- ',
        'On Monday, Ada wrote:',
        'From: Ada',
        'Sent: today',
        '',
        '\r',
        '-----Original Message-----',
      ),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        const { visible, signature, quoted } = splitText(text)
        expect(visible + signature + quoted).toBe(text)
      }),
    )
  })

  it.each([
    [
      'Thanks!\n\nOn Mon, 2 Mar 2026 at 10:11, Ada <ada@x.test> wrote:\n> Hello\n> there',
      'Thanks!',
      '> there',
    ],
    [
      'Thanks!\n\nOn Mon, 2 Mar 2026 at 10:11, Ada Byron of the\nAnalytical Society <ada@x.test> wrote:\n> Hello',
      'Thanks!',
      '> Hello',
    ],
    ['Danke\n\nAm 02.03.26 um 10:11 schrieb Ada:\n> Hallo', 'Danke', '> Hallo'],
    ['Fine.\n-----Original Message-----\nFrom: Ada\nSent: Monday\n\nHello', 'Fine.', 'Hello'],
    ['Fine.\n\nFrom: Ada <ada@x.test>\nSent: Monday\nTo: Me\n\nHello', 'Fine.', 'Hello'],
    ['Merci\nLe lun. 2 mars 2026, Ada a écrit :\n> Bonjour', 'Merci', '> Bonjour'],
    ['Done\n> only\n\n> quoted', 'Done', '> quoted'],
  ])('ends where it begins to quote: %j', (text, visible, end) => {
    const parts = splitText(text)
    expect(parts.visible.trim()).toBe(visible)
    expect(parts.quoted.endsWith(end)).toBe(true)
  })

  it('keeps answers between quoted lines in sight', () => {
    const text = '> Will you come?\nYes.\n> When?\nOn Monday.'
    expect(splitText(text)).toEqual({ visible: text, signature: '', quoted: '' })
  })

  it.each([
    'See you\n-- \nAda Byron\nAnalytical Society',
    'See you\n\nSent from my iPhone',
    'See you\n-- \nAda\n\nOn Mon, 2 Mar 2026, Bo wrote:\n> hi',
  ])('has its signature apart: %j', (text) => {
    const { visible, signature } = splitText(text)
    expect(visible.trim()).toBe('See you')
    expect(signature.trim()).not.toBe('')
  })

  it('takes no long text for a signature', () => {
    const text = `Hello\n--\n${'a line\n'.repeat(40)}`
    expect(splitText(text).signature).toBe('')
  })

  it('takes no time to speak of, however it is made', () => {
    const started = performance.now()
    for (const part of ['On ', 'On a wrote', '>', '_', 'From: ', 'a'.repeat(5000)])
      splitText(part.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
