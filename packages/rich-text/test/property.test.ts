import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkRichText,
  documentOf,
  isRichText,
  plainText,
  plainTextOf,
  readRichText,
  richTextFrom,
  storedText,
  toStored,
} from '../src/index.ts'
import { anything, documents } from './arbitrary.ts'

const options = { numRuns: 1500 }

test('what an editor writes is sound, and checking it again changes nothing', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const first = checkRichText(given)
      if (!first.ok) throw new Error(first.problem)
      expect(checkRichText(first.document)).toEqual(first)
    }),
    options,
  )
})

test('a document is stored, read and stored again the same', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const checked = checkRichText(given)
      if (!checked.ok) throw new Error(checked.problem)
      const stored = storedText(checked.document)
      expect(toStored(stored)).toEqual({ ok: true, text: stored })
      expect(storedText(documentOf(stored))).toBe(stored)
      if (isRichText(stored)) {
        expect(readRichText(stored)).toEqual(checked.document)
        expect(plainTextOf(stored)).toBe(plainText(checked.document))
      } else {
        expect(plainTextOf(stored)).toBe(stored)
        if (stored !== '') expect(stored).toBe(plainText(checked.document).trim().replaceAll(/\r\n?/g, '\n'))
      }
    }),
    options,
  )
})

test('a plain text comes back from its paragraphs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(plainText(richTextFrom(text))).toBe(text.replaceAll(/\r\n?/g, '\n'))
      const stored = toStored(text)
      expect(stored).toEqual({ ok: true, text: text.trim() })
    }),
    options,
  )
})

test('nothing throws, and nothing unknown is let through', () => {
  fc.assert(
    fc.property(anything, (content) => {
      for (const given of [content, { type: 'doc', content }]) {
        const text = JSON.stringify(given) ?? 'undefined'
        const checked = checkRichText(given)
        expect(typeof plainText(documentOf(text))).toBe('string')
        const stored = toStored(text)
        if (checked.ok) expect(stored).toEqual({ ok: true, text: storedText(checked.document) })
        else if (text.startsWith('{"type":"doc"')) expect(stored.ok).toBe(false)
      }
    }),
    options,
  )
})
