import { eml } from '../../src/modules/email/email.fixture.ts'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import type { Client, TestApp } from '../harness.ts'
import type { Things } from './things.ts'
import type { Call } from './way.ts'

/** A way to name a thing inside of what is sent as a text or a file. */
export interface HandMade {
  name: string
  operationId: string
  isOnce?: boolean
  call(app: TestApp, client: Client, things: Things, seen: Things): Promise<Call> | Call
}

async function mailCall(seen: Things, mail: Parameters<typeof eml>[0]): Promise<Call> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(eml(mail))], 'mail.eml'))
  const encoded = new Response(form)
  return {
    method: 'POST',
    url: `/api/email-v3/messages/import?level=account&parentIdentifier=${seen.account}`,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

let serial = 700_000
/** A Message-ID that no mail has. */
const freshId = (): string => `<${(serial += 1)}@mail.test>`
const ofMe = (more: Parameters<typeof eml>[0]) => ({ from: 'ada@customer.test', id: freshId(), ...more })

const mails: readonly (readonly [string, (things: Things) => Parameters<typeof eml>[0]])[] = [
  // One that isn't there is there once it was imported.
  ['a Message-ID', ({ messageId }) => ofMe(messageId.includes('hidden') ? { id: messageId } : {})],
  ['an In-Reply-To', ({ messageId }) => ofMe({ inReplyTo: messageId })],
  ['References', ({ messageId }) => ofMe({ references: messageId })],
  ['the address of its sender', ({ email }) => ofMe({ from: email })],
  ['the address of a recipient', ({ email }) => ofMe({ to: email })],
]

const parents: readonly (readonly [string, (things: Things) => string | number])[] = [
  ['the name of a parent', ({ name }) => name],
  ['the External ID of a parent', ({ parentExternalId }) => parentExternalId],
  ['the id of a parent', ({ organization }) => organization],
]

const fileColumns = [
  { column: 0, target: 'name' },
  { column: 1, target: 'organization' },
]

/** A file of contacts beside one of organizations: whose rows name what only others see. */
async function bundleCall(app: TestApp, client: Client, parent: string | number): Promise<Call> {
  const uploadId = await upload(app, client, 'rows.csv', `name,organization\nRow,${parent}\n`)
  const groups = await upload(app, client, 'groups.csv', `name\n${freshId()}\n`)
  const parts = [
    { level: 'account', config: { uploadId, columns: fileColumns, key: [] } },
    { level: 'organization', config: { uploadId: groups, columns: fileColumns.slice(0, 1), key: ['name'] } },
  ]
  return { method: 'POST', url: '/api/core/entity/bulk/bundle/preview', payload: { type: 'bundle', parts } }
}

async function importCall(app: TestApp, client: Client, parent: string | number): Promise<Call> {
  const uploadId = await upload(app, client, 'rows.csv', `name,organization\nRow,${parent}\n`)
  const payload = { level: 'account', config: { uploadId, columns: fileColumns, key: [] } }
  return { method: 'POST', url: '/api/core/entity/bulk/preview', payload }
}

const cellCall = (seen: Things, organization: string | number): Call => ({
  method: 'POST',
  url: '/api/core/accounts/cells',
  payload: { cells: [{ id: seen.account, data: { organization: String(organization) } }], asText: true },
})

/** What is in files and in texts that are read as values, which no schema shows. */
export const handMade: readonly HandMade[] = [
  ...mails.map(([name, mail]): HandMade => ({
    name: `an imported mail with ${name}`,
    operationId: 'importMails',
    isOnce: true,
    call: (_app, _client, things, seen) => mailCall(seen, mail(things)),
  })),
  ...parents.map(([name, parent]): HandMade => ({
    name: `a row of a file with ${name}`,
    operationId: 'previewBulk',
    call: (app, client, things) => importCall(app, client, parent(things)),
  })),
  ...parents.map(([name, parent]): HandMade => ({
    name: `a row of related files with ${name}`,
    operationId: 'previewBundle',
    call: (app, client, things) => bundleCall(app, client, parent(things)),
  })),
  ...parents.map(([name, parent]): HandMade => ({
    name: `a pasted cell with ${name}`,
    operationId: 'writeAccountsCells',
    call: (_app, _client, things, seen) => cellCall(seen, parent(things)),
  })),
]
