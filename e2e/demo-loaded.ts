import { setTimeout as wait } from 'node:timers/promises'
import { signInByApi } from './client.ts'
import type { Server } from './server.ts'

/** The demo is loaded in the background; waits until it is there, with its history and scores. */
export async function demoLoaded(server: Server): Promise<void> {
  const client = await signInByApi(server)
  for (;;) {
    const { data } = await client.get<{ data: { demo: string } }>('/getting-started')
    if (data.demo === 'loaded') return
    await wait(500)
  }
}

/** The administrator has completed the profile, so that pictures show a name instead of an address. */
export async function nameAdministrator(server: Server): Promise<void> {
  const client = await signInByApi(server)
  const { userId } = client.signedIn.user
  await client.patch(`/user-management/users/${userId}`, { firstName: 'Erik', lastName: 'Sand' })
}
