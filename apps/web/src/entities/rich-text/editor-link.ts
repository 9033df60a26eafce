import { InputRule, Mark, markPasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { isLinkAddress } from '@steward/rich-text'
import { addressesIn, withOwnBrackets } from './link-address.ts'

const typed = /(?:^|[\s(])(https?:\/\/\S*[^\s.,;:!?)\]])([.,;:!?)\]]*)[^\S\n]$/
const typedAtEnd = /(?:^|[\s(])(https?:\/\/\S*[^\s.,;:!?)\]])([.,;:!?)\]]*)$/

/** The address that was typed, and where in the match it stands. */
function addressOf([text, start, after]: readonly string[]): { at: number; href: string } {
  return { at: text!.indexOf(start!), href: withOwnBrackets(start!, after!) }
}

/** Makes a link of an address that is at `from` and is none yet; says whether it did. */
function linkAddress(tr: Transaction, link: MarkType, from: number, href: string): boolean {
  const to = from + href.length
  if (!isLinkAddress(href) || tr.doc.rangeHasMark(from, to, link)) return false
  tr.addMark(from, to, link.create({ href })).removeStoredMark(link)
  return true
}

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
        find: addressesIn,
        type: this.type,
        getAttributes: ([href]) => (isLinkAddress(href) ? { href } : false),
      }),
    ]
  },
  addInputRules() {
    return [
      new InputRule({
        find: typed,
        handler: ({ state, range: { from }, match }) => {
          const { at, href } = addressOf(match)
          return linkAddress(state.tr, this.type, from + at, href) ? undefined : null
        },
      }),
    ]
  },
  addKeyboardShortcuts() {
    return {
      // The new line is left to what makes one elsewhere.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if (!empty || $from.parent.type.spec.code) return false
        const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
        const match = typedAtEnd.exec(before)
        if (!match) return false
        const { at, href } = addressOf(match)
        editor.commands.command(({ tr }) =>
          linkAddress(tr, this.type, $from.start() + match.index + at, href),
        )
        return false
      },
    }
  },
})
