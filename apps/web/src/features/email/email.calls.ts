import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type {
  AnswerDraft,
  ImportedMail,
  MailAddress,
  Mailbox,
  MailMessage,
  MailThread,
} from '@steward/contracts/email'
import type { Level, LevelPlural } from '@steward/contracts/level'
import { ApiError } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { authorizedFetch } from '../../api/gateway.ts'
import { refreshOverviews } from '../../entities/overview/index.ts'
import type { MailFilter } from './mail-filter.rules.ts'

const threadsKey = ['email-threads'] as const
const messagesKey = ['email-messages'] as const

export interface Subject {
  level: Level
  id: number
}

/** Threads on a page of the list. */
export const threadPageSize = 30

export interface ThreadPage {
  data: MailThread[]
  page: number
  pageSize: number
  totalItemCount: number
}

export function threadsQuery({ level, id }: Subject, filter: MailFilter, page: number) {
  return queryOptions({
    queryKey: [...threadsKey, level.name, id, filter, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ThreadPage> =>
      send(
        api.GET('/email-v3/threads', {
          params: { query: { level: level.id, entity: id, ...filter, page, pageSize: threadPageSize } },
          signal,
        }),
      ),
    // What waits to be sent changes by itself.
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'queued') ? 3000 : false),
  })
}

/** A thread with its messages; null where there is none, or none in sight. */
export function threadQuery(threadId: number) {
  return queryOptions({
    queryKey: [...messagesKey, threadId],
    queryFn: async ({ signal }): Promise<(MailThread & { messages: MailMessage[] }) | null> => {
      try {
        const init = { params: { path: { id: threadId } }, signal }
        return (await send(api.GET('/email-v3/threads/{id}', init))).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    // Its pages are good for an hour.
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.messages.some((one) => one.state === 'queued') ? 3000 : false,
  })
}

export const mailboxQuery = queryOptions({
  queryKey: ['email-mailbox'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Mailbox> =>
    (await send(api.GET('/email-v3/mailbox', { signal }))).data,
})

/** Reads all e-mails again, and what counts them. */
export async function refreshMails(client: QueryClient): Promise<void> {
  void refreshOverviews(client)
  void client.invalidateQueries({ queryKey: ['timeline'] })
  void client.invalidateQueries({ queryKey: ['record-files'] })
  await Promise.all([
    client.invalidateQueries({ queryKey: threadsKey }),
    client.invalidateQueries({ queryKey: messagesKey }),
  ])
}

export type AnswerMode = 'reply' | 'replyAll' | 'forward'

export async function readAnswerDraft(messageId: number, mode: AnswerMode): Promise<AnswerDraft> {
  const params = { path: { id: messageId }, query: { mode } }
  return (await send(api.GET('/email-v3/messages/{id}/answer', { params }))).data
}

export interface MailToSend {
  level?: Level['id']
  parentIdentifier?: number
  subject: string
  body: string
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
  fileIds: number[]
  privacy?: MailThread['privacy']
  inReplyTo?: number
  mode: 'new' | AnswerMode
}

export async function sendMail(
  userId: number,
  mail: MailToSend,
): Promise<{ threadId: number; message: string }> {
  const params = { path: { userId } }
  return (await send(api.POST('/email-v3/users/{userId}/email-threads', { params, body: mail }))).data
}

export async function retryMail(messageId: number): Promise<void> {
  await send(api.POST('/email-v3/messages/{id}/retry', { params: { path: { id: messageId } } }))
}

export async function updateThreadStatus(threadId: number, status: 0 | 10): Promise<void> {
  const init = { params: { path: { id: threadId } }, body: { status } }
  await send(api.PATCH('/email-v3/threads/{id}/status', init))
}

type Links = Partial<Record<LevelPlural, number[]>>

export async function updateThreadLinks(
  threadId: number,
  body: { link?: Links; unlink?: Links },
): Promise<void> {
  await send(
    api.PATCH('/email-v3/threads/{id}/linking', {
      params: { path: { id: threadId } },
      body: { link: {}, unlink: {}, ...body },
    }),
  )
}

/** Imports .eml files on the page of a record. */
export async function importMails({ level, id }: Subject, files: readonly File[]): Promise<ImportedMail[]> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  const address = `/api/email-v3/messages/import?level=${level.name}&parentIdentifier=${id}`
  const answer = await authorizedFetch(new Request(address, { method: 'POST', body: form }))
  const body = (await answer.json()) as { data: ImportedMail[] } & Partial<ApiError>
  if (answer.ok) return body.data
  const { code = 'ERROR', reason = '', message = '', fields, requestId } = body
  throw new ApiError({ status: answer.status, code, reason, message, fields, requestId })
}

/** Contacts with an address whose name has a part. */
export async function findContacts(name: string, signal: AbortSignal): Promise<MailAddress[]> {
  const params = { query: { name, limit: 20 } }
  const { data } = await send(api.GET('/core/contacts/partial', { params, signal }))
  return data.flatMap((one) => (one.email ? [{ name: one.name, address: one.email }] : [])).slice(0, 6)
}
