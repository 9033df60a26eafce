import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xssPayloads } from '../../../test/xss-payloads.ts'
import { cleanFileName } from './file-name.rules.ts'

describe('the name of a file', () => {
  it.each([
    ['Contract 2026.pdf', 'Contract 2026.pdf'],
    ['Übersicht für Łódź.docx', 'Übersicht für Łódź.docx'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\Users\me\..\offer.txt`, 'offer.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['zero\u200Bwidth\u0000.txt', 'zerowidth.txt'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['  many   spaces .txt ', 'many spaces .txt'],
    ['...', 'file'],
    ['', 'file'],
    ['..', 'file'],
    ['\u{1F600} plan.txt', '\u{1F600} plan.txt'],
    ['\uD83D half.txt', '\uFFFD half.txt'],
  ])('%j becomes %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name)
  })

  it('is cut to 200 letters and keeps its ending', () => {
    const name = cleanFileName(`${'ä'.repeat(300)}.pdf`)
    expect([...name]).toHaveLength(200)
    expect(name.endsWith('ä.pdf')).toBe(true)
    expect([...cleanFileName(`a.${'b'.repeat(300)}`)]).toHaveLength(200)
    expect(cleanFileName(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  })

  it('is one line without folders, and its own clean form, whatever is given', () => {
    const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...xssPayloads))
    fc.assert(
      fc.property(any, (given) => {
        const name = cleanFileName(given)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
        expect(name.length).toBeGreaterThan(0)
        expect([...name].length).toBeLessThanOrEqual(200)
        expect(name.isWellFormed()).toBe(true)
        expect(cleanFileName(name)).toBe(name)
      }),
    )
  })
})
