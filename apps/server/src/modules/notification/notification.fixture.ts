import type { Notification, NotificationPage, UnseenNotifications } from '@steward/contracts/notification'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

function dataOf(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

/** The first page of a client's notifications. */
export async function drawer(client: Client, query = ''): Promise<NotificationPage> {
  return dataOf(await client.get(`notification/notification?mode=1&size=15${query}`))
}

export async function unseen(client: Client): Promise<UnseenNotifications> {
  return dataOf(await client.get('notification/notification/unseen?mode=1'))
}

/** Texts of a page, the latest first. */
export const textsOf = ({ notifications }: NotificationPage): string[] =>
  notifications.map(({ text }) => text)

/** Waits until all events of the tenant were handled. Throws what the handler fails on. */
export async function settle(app: TestApp, tenantId = app.tenantId): Promise<void> {
  const { owner } = app.application.platform.database
  const waiting = async () => {
    const { rows } = await owner.query<{ n: number; failure: string | null }>(
      `select (select count(*)::int from event e where e.tenant_id = $1
           and (e.position is null or e.position > coalesce(p.position, 0))) as n, p.failure
       from (select 1) one left join event_subscription p on p.tenant_id = $1 and p.subscriber = 'notification'`,
      [tenantId],
    )
    if (rows[0]?.failure) throw new Error(rows[0].failure)
    return rows[0]?.n
  }
  while ((await waiting()) !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

export const kindsOf = (notifications: readonly Notification[]): string[] =>
  notifications.map(({ kind }) => kind)
