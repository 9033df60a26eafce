/** What the list of threads is narrowed to; every part as the call takes it. */
export interface MailFilter {
  subject?: string
  from?: string
  to?: string
  cc?: string
  emailStatus?: 'hidden' | 'all'
  dateFrom?: string
  dateTo?: string
}

/** In the address the parts stand apart from those of other tabs. */
const names = {
  subject: 'mail',
  from: 'mailFrom',
  to: 'mailTo',
  cc: 'mailCc',
  emailStatus: 'mailStatus',
  dateFrom: 'mailSince',
  dateTo: 'mailUntil',
} as const satisfies Record<keyof MailFilter, string>

const parts = Object.keys(names) as (keyof MailFilter)[]

const day = /^\d{4}-\d{2}-\d{2}$/

function isUsable(part: keyof MailFilter, text: string): boolean {
  if (part === 'emailStatus') return text === 'hidden' || text === 'all'
  if (part === 'dateFrom' || part === 'dateTo') return day.test(text)
  return text !== '' && text.length <= 200
}

/** The filter of an address; what cannot be used is left out. */
export function filterOf(search: Readonly<Record<string, unknown>>): MailFilter {
  const found = parts.flatMap((part) => {
    const value = search[names[part]]
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && isUsable(part, text) ? [[part, text]] : []
  })
  return Object.fromEntries(found) as MailFilter
}

/** How an address is changed for a change of the filter; an empty text takes a part out. */
export function addressChange(change: { [Part in keyof MailFilter]?: string | null | undefined }) {
  return Object.fromEntries(
    (Object.keys(change) as (keyof MailFilter)[]).map((part) => [names[part], change[part] || undefined]),
  )
}

/** Everything taken out. */
export const noFilter = Object.fromEntries(Object.values(names).map((name) => [name, undefined]))

/** How many parts are set beside the words of the subject. */
export const countOf = (filter: MailFilter): number =>
  Object.keys(filter).filter((part) => part !== 'subject').length
