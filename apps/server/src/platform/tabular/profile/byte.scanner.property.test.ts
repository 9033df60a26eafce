import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScanner, type ScanRules } from '../csv.scanner.ts'
import { TableError } from '../table.contract.ts'
import { createByteScanner, isPlain, textsOf } from './byte.scanner.ts'

interface Reading {
  records: { line: number; cells: string[] }[]
  error?: string
}

/** What a scan gives, up to the fault that ends it. */
function reading(scan: (records: Reading['records']) => void): Reading {
  const records: Reading['records'] = []
  try {
    scan(records)
    return { records }
  } catch (error) {
    if (error instanceof TableError) return { records, error: error.message }
    throw error
  }
}

function ofText(text: string, rules: ScanRules, sizes: readonly number[]): Reading {
  return reading((records) => {
    const scanner = createScanner(rules, (line, cells) => records.push({ line, cells }))
    let at = 0
    for (const size of sizes) {
      scanner.push(text.slice(at, at + size), false)
      at += size
    }
    scanner.push(text.slice(at), true)
  })
}

function ofBytes(text: string, rules: ScanRules, sizes: readonly number[]): Reading {
  return reading((records) => {
    const scanner = createByteScanner(rules, (line, cells) => records.push({ line, cells: textsOf(cells) }))
    const bytes = Buffer.from(text)
    let at = 0
    for (const size of sizes) {
      scanner.push(Buffer.from(bytes.subarray(at, at + size)), false)
      at += size
    }
    scanner.push(bytes.subarray(at), true)
  })
}

const signs = ['a', 'bc', '7', 'é', '😀', ' ', '"', '""', "'", ',', ';', '\t', '#', '\n', '\r', '\r\n', '\0']
const text = fc.array(fc.constantFrom(...signs), { maxLength: 60 }).map((parts) => parts.join(''))
const rules = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', ' '),
  quote: fc.constantFrom('"', "'", ''),
  comment: fc.constantFrom(undefined, '#'),
  skipLines: fc.nat(2),
})
const sizes = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 })

describe('the scanner of bytes', () => {
  it('reads the same records as the scanner of texts, in pieces of any size', () => {
    fc.assert(
      fc.property(text, rules, sizes, (given, chosen, cuts) => {
        expect(ofBytes(given, chosen, cuts)).toEqual(ofText(given, chosen, []))
      }),
      { numRuns: 5000 },
    )
  })

  it('refuses the same records', () => {
    const plain = { delimiter: ',', quote: '"', skipLines: 0 }
    const long = 'é'.repeat(16 * 1024 * 1024 - 10)
    const pieces = Array.from({ length: 200 }, () => 256 * 1024)
    for (const given of [
      `a,b\n1,2\n${',x'.repeat(6000)}\n`,
      `a,b\n"${long}",1\n2,3`,
      `a,b\n1,"${long}${long}\n2,3`,
      `a,b\n"x\ny",${long}${long}\n2,3`,
      'a,"b\n\n"c',
    ])
      expect(ofBytes(given, plain, pieces)).toEqual(ofText(given, plain, pieces))
  })

  it('is for signs that are one byte', () => {
    const plain = { delimiter: ';', quote: '"', skipLines: 0 }
    expect([plain, { ...plain, delimiter: '§' }, { ...plain, quote: '«' }].map(isPlain)).toEqual([
      true,
      false,
      false,
    ])
  })
})
