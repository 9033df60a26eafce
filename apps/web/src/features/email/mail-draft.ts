import type { MailAddress } from '@steward/contracts/email'
import type { FileBrief } from '@steward/contracts/timeline'
import { readStored, writeStored } from '../../ui/storage.ts'
import type { Privacy } from './privacy-words.ts'

export interface MailForm {
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
  subject: string
  body: string
  files: FileBrief[]
  privacy: Privacy
}

export const blankMail: MailForm = {
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  body: '',
  files: [],
  privacy: 'everyone',
}

/** Several people may share a browser, so drafts are kept by user. */
export const draftKey = (userId: number, of: string): string => `steward.draft.${userId}.email.${of}`

const isList = (value: unknown): boolean => Array.isArray(value)

/** What was typed and not sent; null where there is nothing that can be used. */
export function readDraft(key: string): MailForm | null {
  try {
    const kept = JSON.parse(readStored(key) ?? 'null') as Partial<MailForm> | null
    if (!kept || ![kept.to, kept.cc, kept.bcc, kept.files].every(isList)) return null
    if (typeof kept.subject !== 'string' || typeof kept.body !== 'string') return null
    return { ...blankMail, ...kept }
  } catch {
    return null
  }
}

export function keepDraft(key: string, form: MailForm | null): void {
  writeStored(key, form && JSON.stringify(form))
}
