import { richTextLimits } from './document.ts'

/** Whether a link may lead there: http, https and mailto only. */
export function isLinkAddress(address: unknown): address is string {
  return (
    typeof address === 'string' &&
    address.length <= richTextLimits.address &&
    address.isWellFormed() &&
    /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(address) &&
    URL.canParse(address)
  )
}

/** Whether an image is stored with us; pictures from elsewhere would tell others who reads them. */
export function isImageAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\/api\/file-management\/images\/[\w-]{1,100}$/.test(address)
}
