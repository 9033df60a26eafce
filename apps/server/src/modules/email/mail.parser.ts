import { transfer } from '../../platform/parsing/transfer.ts'
import { CompactBlob } from './compact-blob.ts'
import { readMail, UnreadableMail, type ReadMail } from './mail.reading.ts'

/** What the thread gets. */
export interface MailInput {
  /** One mail in the form of RFC 5322. */
  bytes: Uint8Array
  now: Date
}

/** What the thread answers; classes of errors don't pass between threads. */
export type MailOutput = { mail: ReadMail } | { unreadable: string }

/** Bytes that own their whole buffer, so that it can be transferred. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
}

/** Reads a mail in a parser thread, where nothing else uses `Blob`. */
export default async function parseMail({ bytes, now }: MailInput): Promise<MailOutput> {
  globalThis.Blob = CompactBlob as unknown as typeof Blob
  try {
    const mail = await readMail(bytes, now)
    for (const file of mail.files) file.bytes = owned(file.bytes)
    return transfer(
      { mail },
      mail.files.map((file) => file.bytes.buffer),
    )
  } catch (error) {
    if (error instanceof UnreadableMail) return { unreadable: error.message }
    throw error
  }
}
