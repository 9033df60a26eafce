import type { UserImportForm } from '@steward/contracts/user-import/user-import'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'user-management/imports'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** A form for a file whose header names the targets of its columns. */
async function formOf(lines: readonly string[], more: Partial<UserImportForm> = {}): Promise<object> {
  const uploadId = await upload(app, admin, 'team.csv', lines.join('\n'))
  const columns = (lines[0] ?? '').split(',').map((target, column) => ({ column, target }))
  return { uploadId, columns, sendsMail: false, ...more }
}

const stateOf = async (email: string) => {
  const { activeUsers, invitedUsers, deactivatedUsers } = good(await admin.get('user-management/users')).data
  const all = [...activeUsers, ...invitedUsers, ...deactivatedUsers]
  return all.find((user: { email: string }) => user.email === email)
}

const mailsTo = async (email: string): Promise<unknown[]> =>
  good(await admin.get(`messenger/messages?query=${encodeURIComponent(email)}`)).data

it('previews what it then does, adds users without mail, and deactivates them again', async () => {
  const me = good(await admin.get(`user-management/users/${admin.actor.userId}`)).data
  const form = await formOf([
    'email,name,role,timeZone,externalId,mobileNumber',
    'amara@import.example,"Osei, Amara",Manager,Europe/London,E-1,+44 20 7946 0000',
    `${me.email},Me,,,,`,
    'no address,Nobody,,,,',
    'berg@import.example,Nora Berg,Superuser,,,',
    'tz@import.example,Nora Berg,,Mars/Olympus,,',
    'AMARA@import.example,Again,,,,',
    'id@import.example,Again,,,E-1,',
    'phone@import.example,Nora Berg,,,,020 7946',
    'nora@import.example,Nora Berg,,,,',
  ])
  const preview = good(await admin.post(`${url}/preview`, form)).data
  expect(preview).toMatchObject({ rows: 9, ready: 2, existing: 1, refused: 6 })
  expect(preview.people).toEqual([
    { line: 2, email: 'amara@import.example', name: 'Amara Osei', roleName: 'Manager' },
    { line: 10, email: 'nora@import.example', name: 'Nora Berg', roleName: 'Normal User' },
  ])
  expect(preview.problems).toEqual([
    { line: 3, message: `${me.email}: Already Exists` },
    { line: 4, message: '“no address” is not an email address.' },
    { line: 5, message: '“Superuser” is no role. Use Normal User, Manager, Administrator, Viewer.' },
    { line: 6, message: 'Unknown time zone. Use a form like Europe/London.' },
    { line: 7, message: 'Line 2 has the same email address.' },
    { line: 8, message: 'Line 2 has the same external ID.' },
    { line: 9, message: 'Start with + and the country code, such as +44 20 7946 0000.' },
  ])
  expect(await stateOf('amara@import.example')).toBeUndefined()

  const [done] = good(await admin.post(url, form)).data
  expect(done).toMatchObject({ fileName: 'team.csv', added: 2, existing: 1, refused: 6, undoneAt: null })
  expect(await stateOf('amara@import.example')).toMatchObject({
    firstName: 'Amara',
    lastName: 'Osei',
    roleId: 2,
    status: 'INVITED',
    timeZone: 'Europe/London',
    externalId: 'E-1',
    mobileNumber: '+44 20 7946 0000',
  })
  expect(await mailsTo('amara@import.example')).toEqual([])
  expect(good(await admin.post(`${url}/preview`, form)).data).toMatchObject({ ready: 0, existing: 3 })

  const undone = good(await admin.post(`${url}/${done.importId}/undo`)).data
  expect(undone).toEqual({ deactivated: 2, kept: [] })
  expect(await stateOf('nora@import.example')).toMatchObject({ status: 'DEACTIVATED' })
  expect((await admin.post(`${url}/${done.importId}/undo`)).body.reason).toBe('user_import.undone')
  const entries = good(await admin.get('audit?pageSize=50')).data
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['user.added', 'user.imported', 'user.import_undone']),
  )
})

it('sends invitations where that is asked for, and keeps an administrator who undoes their own import', async () => {
  const form = await formOf(['email,role', 'chief@import.example,admin'], { sendsMail: true })
  const [done] = good(await admin.post(url, form)).data
  expect(await mailsTo('chief@import.example')).toHaveLength(1)
  const chief = await stateOf('chief@import.example')
  expect(chief).toMatchObject({ roleId: 3, status: 'INVITED' })
  expect(good(await admin.post(`${url}/${done.importId}/undo`)).data).toMatchObject({ deactivated: 1 })
})

it('gives no role above the importer’s own, and is for administrators alone', async () => {
  const manager = await app.as('manager')
  for (const path of [url, `${url}/preview`, `${url}/1/undo`]) {
    expect((await manager.post(path, {})).status).toBe(403)
  }
  const { modules } = app.application
  const person = { email: 'x@import.example', firstName: '', lastName: '', externalId: null }
  const newcomer = { ...person, roleId: 3 as const, mobileNumber: null, timeZone: null }
  expect(await modules.users.intake.admit(manager.actor, [newcomer])).toEqual([
    { refused: 'Administrator is a role above your own.' },
  ])
  const token = { ...admin.actor, sessionId: null }
  expect(await modules.users.intake.admit(token, [newcomer])).toEqual([
    { refused: "API tokens can't create or reactivate administrators. Log in to do it." },
  ])
})

it('refuses a file without addresses, and one that cannot be read', async () => {
  const { uploadId } = (await formOf(['name', 'Nora'])) as { uploadId: string }
  const noAddress = await admin.post(`${url}/preview`, { uploadId, columns: [{ column: 0, target: 'name' }] })
  expect(noAddress.body.fields).toEqual({ columns: 'Choose the column of the email addresses.' })
  const broken = await upload(app, admin, 'team.xlsx', 'no workbook')
  const refused = await admin.post(`${url}/preview`, {
    uploadId: broken,
    columns: [{ column: 0, target: 'email' }],
  })
  expect(refused).toMatchObject({ status: 400, body: { reason: 'user_import.file' } })
})

it('refuses more users than fit, and says how many', async () => {
  const many = Array.from({ length: 501 }, (_, at) => `user${at}@import.example`)
  const form = await formOf(['email', ...many])
  expect(good(await admin.post(`${url}/preview`, form)).data).toMatchObject({ ready: 501 })
  const refused = await admin.post(url, form)
  expect(refused.body.fields.uploadId).toBe(
    'The file adds 501 users. Import at most 500 at once: split the file.',
  )
  expect(await stateOf('user0@import.example')).toBeUndefined()
})
