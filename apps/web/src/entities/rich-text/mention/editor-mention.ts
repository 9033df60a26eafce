import { mergeAttributes, Node } from '@tiptap/core'
import { Suggestion } from '@tiptap/suggestion'
import type { MentionChoice } from './mention-choices.rules.ts'
import type { MentionPicker } from './mention-picker.ts'

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: attributes[name] }),
})

/** Users and records that a text names; they come and go as one. Given a picker, an @ offers them. */
export const Mention = Node.create<{ picker: MentionPicker | null }>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ picker: null }),
  addAttributes: () => ({
    kind: attribute('kind'),
    id: {
      ...attribute('id'),
      parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-id')),
    },
    label: attribute('label'),
  }),
  parseHTML: () => [{ tag: 'span[data-kind][data-id][data-label]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'rich-mention' }),
    `@${node.attrs['label']}`,
  ],
  renderText: ({ node }) => `@${node.attrs['label']}`,
  addProseMirrorPlugins() {
    const { picker } = this.options
    if (!picker) return []
    return [
      Suggestion<MentionChoice, MentionChoice>({
        ...picker.options,
        editor: this.editor,
        // What is in a code block is not a name.
        allow: ({ state }) => !state.selection.$from.parent.type.spec.code,
        command: ({ editor, range, props: { kind, id, label } }) => {
          const after = editor.state.doc.textBetween(
            range.to,
            Math.min(range.to + 1, editor.state.doc.content.size),
          )
          editor
            .chain()
            .focus()
            .insertContentAt(range, [
              { type: this.name, attrs: { kind, id, label: label.slice(0, 255) } },
              ...(after.startsWith(' ') ? [] : [{ type: 'text', text: ' ' }]),
            ])
            .run()
        },
      }),
    ]
  },
})
