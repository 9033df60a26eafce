import fc from 'fast-check'
import { markNames, mentionKinds, type RichMark, type RichNode } from '../src/index.ts'

const characters = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('{"type":"doc"}', '{"type":"doc","plainText":', ' ', '- a', 'two\nlines', 'a\r\nb'),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\0'))

const address = fc.constantFrom(
  'https://example.com/a?b=c#d',
  'http://localhost:3000',
  'mailto:ada@example.com',
)

const mark: fc.Arbitrary<RichMark> = fc
  .constantFrom(...markNames)
  .chain((type): fc.Arbitrary<RichMark> =>
    type === 'link' ? address.map((href) => ({ type, attrs: { href } })) : fc.constant({ type }),
  )

const inline = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('text'), text: characters }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('text'),
        text: characters,
        marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('mention'),
        attrs: fc.record({
          kind: fc.constantFrom(...mentionKinds),
          id: fc.integer({ min: 1 }),
          label: fc.constantFrom('Ada', 'Müller & Co'),
        }),
      }),
    },
  ),
  { maxLength: 4 },
)

const paragraph = fc.record({ type: fc.constant('paragraph'), content: inline })

const { block } = fc.letrec<{ block: unknown; item: unknown; task: unknown; cell: unknown }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.integer({ min: 1, max: 3 }) }),
      content: inline,
    }),
    fc.record({
      type: fc.constant('codeBlock'),
      attrs: fc.constant({ language: null }),
      content: fc.array(fc.record({ type: fc.constant('text'), text: characters }), { maxLength: 2 }),
    }),
    fc.constant({ type: 'horizontalRule' }),
    fc.constant({ type: 'image', attrs: { src: '/api/file-management/images/ab-12', alt: 'A plan' } }),
    fc.record({
      type: fc.constant('bulletList'),
      content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('orderedList'),
      attrs: fc.record({ start: fc.integer({ min: 0, max: 12 }), type: fc.constant(null) }),
      content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('taskList'),
      content: fc.array(tie('task'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('blockquote'),
      content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      type: fc.constant('table'),
      content: fc.array(
        fc.record({
          type: fc.constant('tableRow'),
          content: fc.array(tie('cell'), { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  ),
  item: fc.record({
    type: fc.constant('listItem'),
    content: fc
      .tuple(paragraph, fc.array(tie('block'), { maxLength: 1 }))
      .map(([one, more]) => [one, ...more]),
  }),
  task: fc.record({
    type: fc.constant('taskItem'),
    attrs: fc.record({ checked: fc.boolean() }),
    content: fc.tuple(paragraph).map((one) => [...one]),
  }),
  cell: fc.record({
    type: fc.constantFrom('tableCell', 'tableHeader'),
    attrs: fc.record({
      colspan: fc.integer({ min: 1, max: 3 }),
      rowspan: fc.constant(1),
      colwidth: fc.constant(null),
    }),
    content: fc.array(tie('block'), { minLength: 1, maxLength: 1 }),
  }),
}))

/** Documents as an editor writes them; all of them are sound. */
export const documents = fc.record({
  type: fc.constant('doc'),
  content: fc.array(block as fc.Arbitrary<RichNode>, { minLength: 1, maxLength: 4 }),
})

const anyKey = fc.constantFrom('type', 'content', 'attrs', 'marks', 'text', 'x', '__proto__')
const anyLeaf = fc.oneof(
  fc.constantFrom('doc', 'paragraph', 'text', 'table', 'listItem', 'link', 'constructor', '', null, true, 0),
  fc.string({ maxLength: 4 }),
)

/** Documents that are hardly ever valid. */
export const anything = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    anyLeaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(anyKey, tie('any'), { maxKeys: 4 }),
  ),
})).any
