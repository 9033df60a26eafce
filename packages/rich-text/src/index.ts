export { isImageAddress, isLinkAddress } from './address.ts'
export { checkRichText, type Checked } from './check.ts'
export {
  emptyDocument,
  markNames,
  mentionKinds,
  richTextLimits,
  type MarkName,
  type MentionKind,
  type RichDocument,
  type RichMark,
  type RichNode,
} from './document.ts'
export { escapeHtml, mapTexts, toHtml, type HtmlOptions } from './html.ts'
export { plainText, richTextFrom } from './plain-text.ts'
export { isRichText, plainTextOf } from './stored-form.ts'
export { documentOf, plainToStored, readRichText, storedText, toStored, type Stored } from './stored.ts'
