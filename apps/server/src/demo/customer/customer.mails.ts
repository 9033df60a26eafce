import type { Modules } from '../../modules.ts'
import type { Actor } from '../../platform/actor.ts'
import { atTime } from '../../platform/clock.ts'
import { cell, numberCell, required, type Row } from '../demo.file.ts'
import type { DemoSource } from '../demo.source.ts'
import type { Directory } from '../demo.writing.ts'
import { contactIdOf } from './customer.records.ts'
import { daysFrom, listCustomers, type Customer, type Present } from './customer.ts'

export interface Mailing {
  modules: Pick<Modules, 'mailImport'>
  actor: Actor
  directory: Directory
  source: DemoSource
  present: Present
}

const account = 2

/** The contact who signed a mail, or else the first contact of the customer. */
function writerOf({ contacts }: Customer, mail: Row): Row {
  const signed = contacts.find((contact) => cell(mail, 'text').includes(` ${cell(contact, 'first_name')}`))
  return required(signed ?? contacts[0], 'a contact')
}

/** A mail as the file that a mail program saves. */
function fileOf(customer: Customer, mail: Row, at: Date, reference: string | null, id: string): Buffer {
  const contact = writerOf(customer, mail)
  const theirs = contactIdOf(contact, cell(customer.row, 'website'))
  const isOurs = cell(mail, 'from') === 'owner'
  const [from, to] = isOurs ? [customer.owner, theirs] : [theirs, customer.owner]
  return Buffer.from(
    [
      `Message-ID: <${id}>`,
      ...(reference ? [`In-Reply-To: <${reference}>`, `References: <${reference}>`] : []),
      `Date: ${at.toUTCString()}`,
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${cell(mail, 'subject')}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      cell(mail, 'text'),
      '',
    ].join('\r\n'),
  )
}

async function* asUpload(name: string, bytes: Buffer) {
  yield { field: 'file', name, bytes: [bytes] as unknown as AsyncIterable<Uint8Array> }
}

/** Imports the mail between customers and their managers; its ids keep a second load from doubling it. */
export async function addMails({ modules, actor, directory, source, present }: Mailing): Promise<void> {
  const byName = new Map(listCustomers(source, present).map((one) => [cell(one.row, 'account'), one]))
  for (const [nth, mail] of source.customerMails.entries()) {
    const customer = byName.get(cell(mail, 'account')) as Customer
    const at = daysFrom(present.anchor, -(numberCell(mail, 'days_ago') ?? 0), 11)
    const idOf = (place: number) => `${customer.externalId}-${place}@demo.example`
    const isReply = cell(mail, 'from') === 'owner'
    const bytes = fileOf(customer, mail, at, isReply ? idOf(nth - 1) : null, idOf(nth))
    const author = { ...actor, userId: directory.users(customer.owner) }
    const home = {
      level: account,
      parentIdentifier: directory.records(account, customer.externalId),
    } as const
    const [result] = await atTime(at, () =>
      modules.mailImport.run(
        author,
        { ...home, privacy: 'everyone' },
        asUpload(`mail-${nth + 1}.eml`, bytes),
      ),
    )
    if (result?.outcome === 'refused') throw new Error(`Demo mail ${nth + 1}: ${result.reason}`)
  }
}
