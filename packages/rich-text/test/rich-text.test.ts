import { describe, expect, it } from 'vitest'
import {
  checkRichText,
  documentOf,
  isImageAddress,
  isLinkAddress,
  plainText,
  plainTextOf,
  readRichText,
  richTextFrom,
  richTextLimits,
  storedText,
  plainToStored,
  toStored,
} from '../src/index.ts'

const text = (value: string, ...marks: object[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content })
const item = (...content: object[]) => ({ type: 'listItem', content })
const task = (checked: boolean, ...content: object[]) => ({ type: 'taskItem', attrs: { checked }, content })
const cell = (value: string) => ({ type: 'tableCell', content: [paragraph(text(value))] })
const link = (href: string) => ({ type: 'link', attrs: { href, target: '_blank', class: 'x' } })

function sound(given: unknown) {
  const checked = checkRichText(given)
  if (!checked.ok) throw new Error(checked.problem)
  return checked.document
}

const problemOf = (given: unknown) => {
  const checked = checkRichText(given)
  return checked.ok ? undefined : checked.problem
}

describe('checking', () => {
  it('leaves out what means nothing, puts marks in order and joins texts', () => {
    const given = doc(
      paragraph(
        text('a', { type: 'bold' }, link('https://example.com')),
        text('b', link('https://example.com'), { type: 'bold' }),
        text(''),
      ),
      { type: 'codeBlock', attrs: { language: null, x: 1 }, content: [text('x', { type: 'bold' })] },
    )
    expect(sound(given)).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'ab',
              marks: [{ type: 'link', attrs: { href: 'https://example.com' } }, { type: 'bold' }],
            },
          ],
        },
        { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
      ],
    })
  })

  it.each([
    [doc(paragraph(text('a', link('javascript:alert(1)')))), /link to "javascript:alert\(1\)"/],
    [doc(paragraph(text('a', { type: 'highlight' }))), /unknown mark "highlight"/],
    [doc({ type: 'video' }), /unknown part "video"/],
    [doc({ type: 'toString' }), /unknown part "toString"/],
    [doc({ type: 'listItem', content: [paragraph()] }), /part "listItem" where it isn't allowed/],
    [doc({ type: 'bulletList', content: [] }), /"bulletList" with invalid content/],
    [
      doc({ type: 'bulletList', content: [item({ type: 'horizontalRule' })] }),
      /"listItem" with invalid content/,
    ],
    [doc({ type: 'heading', attrs: { level: 4 } }), /"heading" with invalid attributes/],
    [doc({ type: 'image', attrs: { src: 'https://example.com/a.png' } }), /"image" with invalid attributes/],
    [
      doc(paragraph({ type: 'mention', attrs: { kind: 'user', id: 0, label: 'A' } })),
      /"mention" with invalid/,
    ],
    [doc(paragraph(text('\u0000'))), /character that can't be stored/],
    [doc(paragraph(text('\ud800'))), /character that can't be stored/],
    [doc(paragraph({ type: 'text' })), /empty text node/],
    [doc('a' as never), /without a type/],
    [{ type: 'doc' }, /"doc" with invalid content/],
    [{ type: 'doc', content: 'a' }, /not a list/],
    [[], /is not a document/],
    [null, /is not a document/],
  ])('refuses %j', (given, problem) => {
    expect(problemOf(given)).toMatch(problem)
  })

  it('has limits', () => {
    const nested = Array.from({ length: richTextLimits.depth }).reduce<object>(
      (within) => ({ type: 'blockquote', content: [within] }),
      paragraph(text('a')),
    )
    expect(problemOf(doc(nested))).toMatch(/too deep/)
    expect(problemOf(doc(...Array.from({ length: 10_001 }, () => paragraph())))).toMatch(
      /at most 10,000 parts/,
    )
    expect(problemOf(doc(paragraph(text('x'.repeat(100_000)))))).toBeUndefined()
    expect(problemOf(doc(paragraph(text('x'.repeat(100_000)), text('y'))))).toMatch(/100,000 characters/)
  })

  it('knows addresses', () => {
    for (const good of ['http://a.co', 'HTTPS://a.co/b?c#d', 'mailto:a@b.co'])
      expect(isLinkAddress(good)).toBe(true)
    const bad = [
      'javascript:alert(1)',
      ' https://a.co',
      'https://a.co/\n',
      'data:text/html,a',
      '//a.co',
      '/a',
      'a',
      7,
      '',
    ]
    for (const one of [...bad, 'java\nscript:a', `https://a.co/${'x'.repeat(2000)}`, 'https://'])
      expect(isLinkAddress(one)).toBe(false)
    expect(isImageAddress('/api/file-management/images/0a1b-2c')).toBe(true)
    for (const one of ['https://a.co/b.png', '/api/core/accounts', '/api/file-management/images/../x', null])
      expect(isImageAddress(one)).toBe(false)
  })
})

describe('plain text', () => {
  it('says what a document says', () => {
    const given = doc(
      { type: 'heading', attrs: { level: 1 }, content: [text('Plan')] },
      paragraph(text('One'), { type: 'hardBreak' }, text('two', { type: 'bold' })),
      {
        type: 'bulletList',
        content: [
          item(paragraph(text('a')), {
            type: 'orderedList',
            attrs: { start: 9 },
            content: [item(paragraph(text('b'))), item(paragraph(text('c')))],
          }),
        ],
      },
      {
        type: 'taskList',
        content: [task(true, paragraph(text('done'))), task(false, paragraph(text('open')))],
      },
      { type: 'blockquote', content: [paragraph(text('said'))] },
      { type: 'codeBlock', content: [text('x = 1\ny')] },
      { type: 'horizontalRule' },
      { type: 'table', content: [{ type: 'tableRow', content: [cell('k'), cell('v')] }] },
      { type: 'image', attrs: { src: '/api/file-management/images/ab' } },
      paragraph({ type: 'mention', attrs: { kind: 'account', id: 7, label: 'Northwind' } }),
    )
    expect(plainText(sound(given))).toBe(
      'Plan\nOne\ntwo\n- a\n  9. b\n  10. c\n[x] done\n[ ] open\n> said\nx = 1\ny\n---\nk | v\n[image]\n@Northwind',
    )
  })
})

describe('what is stored', () => {
  it('is a plain text where a document has paragraphs only', () => {
    const given = doc(
      paragraph(text('One')),
      { type: 'paragraph' },
      paragraph(text('two'), { type: 'hardBreak' }, text('three ')),
    )
    expect(storedText(sound(given))).toBe('One\n\ntwo\nthree')
    expect(toStored(JSON.stringify(given))).toEqual({ ok: true, text: 'One\n\ntwo\nthree' })
  })

  it('has at most 100,000 characters, whether plain or not', () => {
    const long = 'x'.repeat(100_000)
    for (const store of [toStored, plainToStored]) {
      expect(store(` ${long} `)).toEqual({ ok: true, text: long })
      expect(store(`${long}x`)).toMatchObject({ ok: false, problem: expect.stringContaining('100,000') })
    }
    expect(plainToStored('{"type":"doc"}')).toMatchObject({
      ok: true,
      text: expect.stringContaining('plainText'),
    })
  })

  it('is nothing where nothing is said', () => {
    expect(storedText(sound(doc()))).toBe('')
    const blank = doc(
      { type: 'bulletList', content: [item(paragraph(text(' ')))] },
      { type: 'heading', attrs: { level: 1 } },
    )
    expect(storedText(sound(blank))).toBe('')
    expect(storedText(sound(doc({ type: 'horizontalRule' })))).not.toBe('')
  })

  it('has the plain text beside a document, whatever was sent', () => {
    const given = { plainText: 'a lie', ...doc(paragraph(text('true', { type: 'bold' }))) }
    const stored = toStored(` ${JSON.stringify(given)}`)
    expect(stored).toEqual({
      ok: true,
      text: '{"type":"doc","plainText":"true","content":[{"type":"paragraph","content":[{"type":"text","text":"true","marks":[{"type":"bold"}]}]}]}',
    })
    expect(stored.ok && plainTextOf(stored.text)).toBe('true')
  })

  it('stays a document where its text would be taken for one', () => {
    const words = '{"type":"doc","content":[{"type":"paragraph"}]}'
    const stored = storedText(sound(doc(paragraph(text(words)))))
    expect(readRichText(stored)).toEqual(richTextFrom(words))
  })

  it('is refused where it begins like a document and is none', () => {
    expect(toStored('{"type":"doc","plainText":"x"').ok).toBe(false)
    expect(toStored('{"type":"doc","plainText":"x"}').ok).toBe(false)
    expect(toStored('{"type":"document"}')).toEqual({ ok: true, text: '{"type":"document"}' })
  })

  it('may not be larger than can be kept', () => {
    const href = `https://example.com/${'x'.repeat(1900)}`
    const parts = Array.from({ length: 260 }, (_, at) => text('a', link(`${href}${at}`)))
    expect(
      toStored(JSON.stringify(doc(paragraph(...parts))).replaceAll(',"target":"_blank","class":"x"', '')),
    ).toMatchObject({ ok: false })
  })
})

describe('what is edited', () => {
  it('is empty in the place of a document that is not sound, and plain text as paragraphs', () => {
    expect(documentOf('{"type":"doc","content":[{"type":"video"}]}')).toEqual({
      type: 'doc',
      content: [{ type: 'paragraph' }],
    })
    expect(documentOf('{"a":1}\nb')).toEqual(richTextFrom('{"a":1}\nb'))
    expect(readRichText('plain')).toBeUndefined()
  })
})
