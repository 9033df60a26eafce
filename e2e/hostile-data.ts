import { xssPayloads } from '../apps/server/test/xss-payloads.ts'
import type { Client } from './client.ts'
import { createField, createRecord } from './customers.ts'
import { addPerson } from './people.ts'
import type { Server } from './server.ts'
import { uploadFiles } from './uploads.ts'

/** The payloads that fit into one line of at most so many letters. */
export function linesOf(most: number): string[] {
  const lines = xssPayloads
    .map((payload) => payload.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
    .filter((line) => line !== '' && [...line].length <= most && line.isWellFormed())
  return [...new Set(lines)]
}

/** Every so manieth of them, for what is drawn the same wherever it stands. */
const some = (most: number, count: number): string[] => {
  const lines = linesOf(most)
  const step = Math.max(1, Math.floor(lines.length / count))
  return lines.filter((_, at) => at % step === 0).slice(0, count)
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** A document that says each payload, as its editor would store it. */
const hostileDocument = JSON.stringify({
  type: 'doc',
  content: [
    ...linesOf(1000).map(paragraph),
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: linesOf(200)[0] }] },
    { type: 'codeBlock', content: [{ type: 'text', text: xssPayloads.join('\n').replaceAll('\0', '') }] },
  ],
})

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 10) await Promise.all(all.slice(from, from + 10).map(work))
}

export interface HostileCustomer {
  accountId: number
  /** The name of the account. */
  name: string
  contactId: number
  /** The API names of the text fields of contacts, whose labels are payloads as well. */
  fields: string[]
  segmentId: number
}

/** Fields of contacts: a payload is the label, the description, the options. */
async function hostileFields(client: Client): Promise<string[]> {
  const [text = '', long = '', option = '', options = ''] = some(90, 4)
  const picks = some(90, 12)
  const fields = []
  for (const [label, dataType, choices] of [
    [text, 'string', []],
    [long, 'longText', []],
    [option, 'singlePicklist', picks],
    [options, 'multiPicklist', picks],
  ] as const) {
    fields.push(await createField(client, 'contact', label, dataType, choices))
  }
  await client.put('/core/field-sections?level=contact', {
    sections: [{ name: some(60, 1)[0], fields: fields.slice(0, 2) }],
  })
  return fields
}

/** Names that administrators give: of types, templates, reasons, segments, tokens, people. */
async function hostileSettings(server: Server, client: Client, fields: readonly string[]): Promise<number> {
  for (const name of some(60, 12)) {
    await client.post('/core/activity-type', { displayName: name, description: name })
    await client.post('/core/note-templates', { name, title: name, body: hostileDocument })
    await client.post('/email-v3/templates', { name, subject: name, body: name })
    await client.post('/identity/api-tokens', { name, permissions: ['record.read'] })
  }
  const reasons = some(80, 8).map((name) => ({ name, children: [{ name }] }))
  await client.put('/core/churn-reasons', { reasons })
  let segmentId = 0
  for (const [at, name] of some(120, 12).entries()) {
    const logic = { and: [{ field: fields[0], operator: 'contains', value: name }] }
    const segment = { name, description: name, segmentLevel: 'contact', isPrivate: at % 2 === 0, logic }
    const { data } = await client.post<{ data: { segmentId: number } }>('/segment', segment)
    segmentId = data.segmentId
  }
  // Who invites is named in the mail that invites, and at the top of every page.
  const [lastName] = linesOf(90)
  await client.patch(`/user-management/users/${client.signedIn.user.userId}`, {
    firstName: lastName,
    lastName,
  })
  for (const [at, firstName] of some(90, 3).entries()) {
    await addPerson(server, { email: `hostile${at}@example.com`, firstName, lastName: firstName, roleId: 2 })
  }
  return segmentId
}

async function hostileFiles(server: Server, client: Client, accountId: number): Promise<void> {
  // That each of them is kept as a clean name is tested where files are stored.
  const lines = some(200, 80)
  for (let from = 0; from < lines.length; from += 20) {
    const named = lines.slice(from, from + 20).map((name) => ({ name, bytes: name }))
    const files = await uploadFiles(server, client, named)
    const linkedEntities = { accounts: [accountId] }
    await client.post('/core/files', { files, comment: named[0]?.name, linkedEntities })
  }
}

/** Notes, activities and pulses whose every text is a payload, and comments on them. */
async function hostileTimeline(client: Client, accountId: number): Promise<void> {
  const { data: types } = await client.get<{ data: { activityTypeId: number }[] }>('/core/activity-type')
  const place = { level: 'account', parentIdentifier: accountId }
  await inTurns([...linesOf(200).entries()], async ([at, line]) => {
    const note = { ...place, title: line, description: line }
    const { data } = await client.post<{ data: { itemId: number } }>('/core/notes', note)
    await client.post(`/core/timeline/${data.itemId}/comments`, { body: line })
    const { activityTypeId } = types[at % types.length] as { activityTypeId: number }
    const activity = { ...place, activityTypeId, title: line, outcome: line, description: line }
    await client.post('/core/entity-action/activity?text_format=rich', activity)
  })
  await client.post('/core/entity-action/pulse?level=account', {
    parentIdentifier: accountId,
    pulse: 2,
    description: hostileDocument,
  })
  const whole = { ...place, title: 'All of them', description: hostileDocument }
  const { data } = await client.post<{ data: { itemId: number } }>('/core/notes', whole)
  await client.post(`/core/timeline/${data.itemId}/comments`, { body: hostileDocument })
}

/** A customer of whom everything that can be written is a payload. */
export async function hostileCustomer(server: Server, client: Client): Promise<HostileCustomer> {
  const lines = linesOf(200)
  const name = lines[0] as string
  const account = await createRecord(client, 'accounts', { name, about: hostileDocument })
  const accountId = Number(account.accountId)
  const fields = await hostileFields(client)
  const [text, long, option, options] = fields as [string, string, string, string]
  const picks = some(90, 12)
  let contactId = 0
  await inTurns([...lines.entries()], async ([at, line]) => {
    const pick = picks[at % picks.length]
    const contact = await createRecord(
      client,
      'contacts',
      {
        name: line,
        about: line,
        externalId: `${at} ${line}`,
        account: accountId,
        email: `p${at}@example.com`,
      },
      { [text]: line, [long]: at === 0 ? hostileDocument : line, [option]: pick, [options]: [pick] },
    )
    if (at === 0) contactId = Number(contact.contactId)
  })
  const segmentId = await hostileSettings(server, client, fields)
  await hostileTimeline(client, accountId)
  await hostileFiles(server, client, accountId)
  return { accountId, name, contactId, fields, segmentId }
}
