import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRichText, escapeHtml, mapTexts, plainText, richTextFrom, toHtml } from '../src/index.ts'
import { documents } from './arbitrary.ts'

const tag =
  /<\/?(?:p|h[1-3]|ul|ol|li|blockquote|pre|code|hr|br|table|tr|td|th|strong|em|u|s|a|img)(?: (?:href|src|alt|start|colspan|rowspan)="[^"<>]*")*>/g

test('HTML of a document has known tags, and no sign of a text becomes one', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const checked = checkRichText(given)
      if (!checked.ok) throw new Error(checked.problem)
      expect(toHtml(checked.document).replaceAll(tag, '')).not.toMatch(/[<>"']/)
    }),
    { numRuns: 500 },
  )
})

test('each line of a text is a paragraph, escaped', () => {
  const document = richTextFrom('<img src=x onerror="a(\'b\')">\n\n& so on')
  expect(toHtml(document)).toBe(
    '<p>&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;</p><p><br></p><p>&amp; so on</p>',
  )
  expect(escapeHtml('a&b')).toBe('a&amp;b')
})

test('links, marks and images stand as they were meant', () => {
  const image = { type: 'image', attrs: { src: '/api/file-management/images/1', alt: 'Plan' } }
  const text = {
    type: 'text',
    text: 'here',
    marks: [{ type: 'link', attrs: { href: 'https://x.test/?a=1&b="2"' } }, { type: 'bold' }],
  } as const
  const bad = {
    type: 'text',
    text: 'there',
    marks: [{ type: 'link', attrs: { href: 'javascript:a()' } }],
  } as const
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [text, bad] }, image] } as const
  expect(toHtml(document, { imageAddress: (address) => `https://us.test${address}` })).toBe(
    '<p><a href="https://x.test/?a=1&amp;b=&quot;2&quot;"><strong>here</strong></a>there</p>' +
      '<img src="https://us.test/api/file-management/images/1" alt="Plan">',
  )
})

test('texts are changed in their places, and left out where nothing is left', () => {
  const document = richTextFrom('a\nb\nc')
  expect(plainText(mapTexts(document, (text) => (text === 'b' ? '' : text.toUpperCase())))).toBe('A\n\nC')
})
