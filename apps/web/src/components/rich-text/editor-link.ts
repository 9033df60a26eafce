import { InputRule, Mark, markPasteRule } from '@tiptap/core'
import { isLinkAddress } from '@steward/rich-text'

const pasted = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g
const typed = /(?:^|\s)(https?:\/\/\S*[^\s.,;:!?)\]])\s$/

/** Links to http, https and mailto; addresses that are typed or pasted become links by themselves. */
export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  exitable: true,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => isLinkAddress(element.getAttribute('href')) && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener noreferrer nofollow' }, 0],
  addPasteRules() {
    return [
      markPasteRule({
        find: pasted,
        type: this.type,
        getAttributes: ([href]) => (isLinkAddress(href) ? { href } : false),
      }),
    ]
  },
  addInputRules() {
    return [
      new InputRule({
        find: typed,
        handler: ({ state, range: { to }, match: [, href] }) => {
          if (!isLinkAddress(href)) return null
          state.tr
            .addMark(to - href.length, to, this.type.create({ href }))
            .insertText(' ', to)
            .removeStoredMark(this.type)
        },
      }),
    ]
  },
})
