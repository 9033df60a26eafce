import { png } from '../apps/server/src/modules/file/image.fixture.ts'
import type { Client } from './client.ts'
import { createRecord } from './customers.ts'
import { listRecords } from './lists.ts'
import type { Server } from './server.ts'
import { uploadFiles } from './uploads.ts'

const day = 86_400_000
const before = (days: number) => new Date(Date.now() - days * day).toISOString()

const text = (said: string, ...marks: string[]) => ({
  type: 'text',
  text: said,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (said: string) => ({ type: 'listItem', content: [paragraph(text(said))] })
const task = (said: string, checked: boolean) => ({
  type: 'taskItem',
  attrs: { checked },
  content: [paragraph(text(said))],
})

const minutes = (colleague: { userId: number; name: string }) =>
  JSON.stringify({
    type: 'doc',
    content: [
      paragraph(
        text('They roll out to the '),
        text('second site in May', 'bold'),
        text(' if single sign-on works by then. '),
        {
          type: 'mention',
          attrs: { kind: 'user', id: colleague.userId, label: colleague.name },
        },
        text(' knows their set-up.'),
      ),
      {
        type: 'taskList',
        content: [task('Send the security questionnaire', true), task('Find a date with their IT', false)],
      },
    ],
  })

const agenda = JSON.stringify({
  type: 'doc',
  content: [
    paragraph(text('What we talked about:')),
    {
      type: 'bulletList',
      content: [item('Renewal in autumn, for two years'), item('More seats for the second site')],
    },
  ],
})

interface Mail {
  from: string
  to: string
  days: number
  lines: string[]
}

const eml = (subject: string, mails: readonly Mail[]) =>
  mails.map(({ from, to, days, lines }, at) => {
    const headers = [
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${at > 0 ? 'Re: ' : ''}${subject}`,
      `Message-ID: <renewal-${at}@codehow.test>`,
      ...(at > 0 ? [`In-Reply-To: <renewal-${at - 1}@codehow.test>`] : []),
      `Date: ${new Date(Date.now() - days * day).toUTCString()}`,
      'Content-Type: text/plain; charset=utf-8',
    ]
    return [...headers, '', ...lines].join('\r\n')
  })

async function importMails(server: Server, { signedIn }: Client, accountId: number): Promise<void> {
  const nora = 'Nora Berg <nora.berg@codehow.test>'
  const us = `${signedIn.user.firstName} ${signedIn.user.lastName} <${signedIn.user.email}>`
  const quote = ['', 'On Monday, you wrote:', '> Shall we talk about the second site?']
  const mails = eml('The second site', [
    { from: us, to: nora, days: 5, lines: ['Hello Nora,', '', 'Shall we talk about the second site?'] },
    {
      from: nora,
      to: us,
      days: 4,
      lines: [
        'Gladly. Our IT joins us, Thursday at ten would suit everybody.',
        '',
        '-- ',
        'Nora Berg',
        'Head of Operations, Codehow',
        ...quote,
      ],
    },
    {
      from: us,
      to: nora,
      days: 3,
      lines: ['Thursday at ten it is. I bring the plan and the offer along.', ...quote],
    },
  ])
  const form = new FormData()
  for (const [at, mail] of mails.entries()) form.append('file', new File([mail], `${at}.eml`))
  const answer = await fetch(
    `${server.url}/api/email-v3/messages/import?level=account&parentIdentifier=${accountId}`,
    { method: 'POST', headers: { authorization: `Bearer ${signedIn.token}` }, body: form },
  )
  if (!answer.ok) throw new Error(await answer.text())
}

interface Users {
  data: { activeUsers: { userId: number; roleName: string; firstName: string; lastName: string }[] }
}

/** An account that someone has taken care of, so that there is something to see; returns its address. */
export async function careForAccount(server: Server, client: Client): Promise<string> {
  const { data } = await listRecords(client, 'accounts', '&query=Codehow')
  const accountId = Number(data[0]?.accountId)
  const address = `/core/accounts/${accountId}`
  const edit = { employees: 2780, about: 'Builds the tools that other software companies ship with.' }
  await client.post(address, { data: edit })
  const place = { level: 'account', parentIdentifier: accountId }

  const people = [
    ['Nora Berg', 'nora.berg@codehow.test'],
    ['Tomas Lind', 'tomas.lind@codehow.test'],
    ['Amara Okafor', 'amara.okafor@codehow.test'],
  ]
  const contacts: number[] = []
  for (const [name, email] of people) {
    const contact = await createRecord(client, 'contacts', { name, email, account: accountId })
    contacts.push(Number(contact.contactId))
  }

  const pulses = [
    [160, 3, 'A slow start, and many questions.'],
    [95, 2, 'Their sponsor left.'],
    [50, 3, 'Nora took over and asks the right things.'],
    [9, 4, 'Adoption grows in every team.'],
    [1, 5, 'They want the second site.'],
  ] as const
  for (const [days, pulse, description] of pulses) {
    const entry = { parentIdentifier: accountId, pulse, description, occurredAt: before(days) }
    await client.post('/core/entity-action/pulse?level=account', entry)
  }

  const { data: types } = await client.get<{ data: { activityTypeId: number; displayName: string }[] }>(
    '/core/activity-type',
  )
  const call = types.find(({ displayName }) => displayName === 'Call')
  await client.post('/core/entity-action/activity?text_format=rich', {
    ...place,
    activityTypeId: call?.activityTypeId,
    title: 'The second site',
    description: agenda,
    occurredAt: before(0.4),
    durationMinutes: 45,
    outcome: 'They renew for two years',
    sentiment: 'positive',
    contactIds: contacts.slice(0, 2),
  })

  await importMails(server, client, accountId)
  const files = await uploadFiles(server, client, [
    { name: 'Offer second site.txt', bytes: 'An offer for the second site.\n'.repeat(900) },
    { name: 'Seats and prices.csv', bytes: 'seats,price\n100,4900\n'.repeat(40) },
    { name: 'Floor plan.png', bytes: new Uint8Array(png(320, 200)) },
  ])
  const linkedEntities = { accounts: [accountId] }
  await client.post('/core/files', { files, comment: 'For Thursday', linkedEntities })

  const { data: users } = await client.get<Users>('/user-management/users')
  // Someone who sees every record: others can't be mentioned.
  const own = client.signedIn.user.userId
  const colleague = users.activeUsers.find(
    ({ userId, roleName }) => userId !== own && roleName !== 'Normal User',
  )
  const name = `${colleague?.firstName} ${colleague?.lastName}`
  const note = { ...place, title: 'What they need for the second site' }
  const { data: logged } = await client.post<{ data: { itemId: number } }>('/core/notes', {
    ...note,
    description: minutes({ userId: Number(colleague?.userId), name }),
  })
  await client.patch(`/core/timeline/${logged.itemId}/pin`, { pinStatus: true })
  const body = 'Their IT has a free hour on Tuesday.'
  await client.post(`/core/timeline/${logged.itemId}/comments`, { body })
  return address.replace('/core', '/app')
}
