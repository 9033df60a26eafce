import { isImageAddress } from './address.ts'
import { mentionKinds, richTextLimits, type RichNode } from './document.ts'

type Attributes = Readonly<Record<string, unknown>>

/** The content that a kind of node may have. */
export interface NodeRule {
  /** The nodes that may be in it; absent for a leaf. */
  holds?: ReadonlySet<string>
  /** Its first child. */
  first?: 'paragraph'
  /** Whether it may be empty. */
  mayBeEmpty?: true
  /** Its texts have no marks. */
  unmarked?: true
  /** The attributes worth keeping; undefined where they are not sound. Others are left out. */
  attrs?(given: Attributes): RichNode['attrs'] | undefined
}

const blocks = new Set([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'image',
])
const inline = new Set(['text', 'hardBreak', 'mention'])

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const isLabel = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= richTextLimits.label && isStorable(value)

function cellAttributes({ colspan = 1, rowspan = 1 }: Attributes): RichNode['attrs'] | undefined {
  if (!isWhole(colspan, 1, 100) || !isWhole(rowspan, 1, 100)) return undefined
  return { ...(colspan > 1 ? { colspan } : {}), ...(rowspan > 1 ? { rowspan } : {}) }
}

function listAttributes({ start = 1 }: Attributes): RichNode['attrs'] | undefined {
  if (!isWhole(start, 0, 999_999)) return undefined
  return start === 1 ? {} : { start }
}

const cell: NodeRule = { holds: blocks, attrs: cellAttributes }
const lines: NodeRule = { holds: inline, mayBeEmpty: true }

/** Every node that a document may have. */
export const nodeRules: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['doc', { holds: blocks }],
  ['paragraph', lines],
  ['heading', { ...lines, attrs: ({ level }) => (isWhole(level, 1, 3) ? { level } : undefined) }],
  ['bulletList', { holds: new Set(['listItem']) }],
  ['orderedList', { holds: new Set(['listItem']), attrs: listAttributes }],
  ['listItem', { holds: blocks, first: 'paragraph' }],
  ['taskList', { holds: new Set(['taskItem']) }],
  [
    'taskItem',
    {
      holds: blocks,
      first: 'paragraph',
      attrs: ({ checked = false }) => (typeof checked === 'boolean' ? { checked } : undefined),
    },
  ],
  ['blockquote', { holds: blocks }],
  ['codeBlock', { holds: new Set(['text']), mayBeEmpty: true, unmarked: true }],
  ['horizontalRule', {}],
  ['hardBreak', {}],
  ['table', { holds: new Set(['tableRow']) }],
  ['tableRow', { holds: new Set(['tableCell', 'tableHeader']) }],
  ['tableCell', cell],
  ['tableHeader', cell],
  [
    'image',
    {
      attrs({ src, alt }) {
        if (!isImageAddress(src) || !isLabel(alt ?? '')) return undefined
        return { src, ...(alt ? { alt: alt as string } : {}) }
      },
    },
  ],
  [
    'mention',
    {
      attrs({ kind, id, label }) {
        const isKnown = mentionKinds.some((one) => one === kind)
        if (!isKnown || !isWhole(id, 1, Number.MAX_SAFE_INTEGER) || !isLabel(label) || label === '')
          return undefined
        return { kind: kind as string, id, label }
      },
    },
  ],
])
