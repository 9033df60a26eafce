/** A part of a document, as Tiptap and ProseMirror write it to JSON. */
export interface RichNode {
  type: string
  attrs?: Readonly<Record<string, string | number | boolean>>
  content?: readonly RichNode[]
  marks?: readonly RichMark[]
  text?: string
}

export interface RichMark {
  type: MarkName
  attrs?: { href: string }
}

/** A document that has been checked: nothing in it is unknown, and each attribute is sound. */
export interface RichDocument extends RichNode {
  type: 'doc'
  content: readonly RichNode[]
}

/** In the order in which they are written. */
export const markNames = ['link', 'bold', 'italic', 'underline', 'strike', 'code'] as const
export type MarkName = (typeof markNames)[number]

/** The kinds of things that a mention can name. */
export const mentionKinds = ['user', 'organization', 'account', 'contact', 'pipeline'] as const
export type MentionKind = (typeof mentionKinds)[number]

export const richTextLimits = {
  /** Characters of its texts. */
  characters: 100_000,
  nodes: 10_000,
  /** How deep a part may lie in others. */
  depth: 24,
  /** Characters of an address. */
  address: 2000,
  /** Characters of a name in a mention, and of what stands for an image. */
  label: 255,
  /** Characters of its JSON. */
  json: 500_000,
} as const

export const emptyDocument: RichDocument = { type: 'doc', content: [{ type: 'paragraph' }] }
