import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { HandedOver, HandOverPreview } from '@steward/contracts/hand-over'
import type { LevelName } from '@steward/contracts/level'
import type {
  belongingsSchema,
  ChangeUser,
  ChangeUserStatus,
  Invitation,
  Invited,
  Role,
  User,
} from '@steward/contracts/user-management'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'
import { confirmSession, useUser } from '../../api/session.ts'
import { usersKey } from '../../entities/user/index.ts'

export type Belongings = z.infer<typeof belongingsSchema>

export const rolesQuery = queryOptions({
  queryKey: [...usersKey, 'roles'],
  queryFn: async ({ signal }): Promise<Role[]> =>
    (await send(api.GET('/user-management/roles', { signal }))).data,
})

/** What a user still owns; asked again each time, as it decides what is handed over. */
export function belongingsQuery(userId: number) {
  return queryOptions({
    queryKey: [...usersKey, 'belongings', userId],
    queryFn: async ({ signal }): Promise<Belongings> => {
      const init = { params: { path: { userId } }, signal }
      return (await send(api.GET('/user-management/users/{userId}/belongings', init))).data
    },
    staleTime: 0,
  })
}

export interface HandOverInput {
  fromUserId: number
  toUserId: number
  levels: LevelName[]
}

/** What a hand-over would hand over; asked once someone is chosen, and again each time. */
export function handOverPreviewQuery(fromUserId: number, toUserId: number | null, levels: LevelName[]) {
  return queryOptions({
    queryKey: [...usersKey, 'hand-over', fromUserId, toUserId],
    queryFn: async ({ signal }): Promise<HandOverPreview> => {
      const body = { fromUserId, toUserId: toUserId ?? 0, levels }
      return (await send(api.POST('/core/hand-over/preview', { body, signal }))).data
    },
    enabled: toUserId !== null,
    staleTime: 0,
  })
}

export async function handOver(body: HandOverInput): Promise<HandedOver> {
  return (await send(api.POST('/core/hand-over', { body }))).data
}

/** Which of some addresses belong to a user already. At most `mostInvites`. */
export async function findTakenAddresses(
  usernames: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const init = { body: { usernames: [...usernames] }, signal }
  const { data } = await send(api.POST('/user-management/users/validate-by-usernames', init))
  return new Set(Object.keys(data).map((address) => address.toLowerCase()))
}

/** Invites up to `mostInvites` people; tells the outcome of each, in their order. */
export async function inviteUsers(data: Invitation[]): Promise<Invited[]> {
  return (await send(api.POST('/user-management/users', { body: { data } }))).data
}

async function changeUser(userId: number, body: ChangeUser): Promise<User> {
  return (await send(api.PATCH('/user-management/users/{userId}', { params: { path: { userId } }, body })))
    .data
}

export async function updateUserStatus(userId: number, body: ChangeUserStatus): Promise<void> {
  await send(api.PATCH('/user-management/users/{userId}/status', { params: { path: { userId } }, body }))
}

export async function resendInvitation(userId: number): Promise<void> {
  await send(api.PATCH('/user-management/users/{userId}/resend-invitation', { params: { path: { userId } } }))
}

export async function disableMfa(userId: number): Promise<void> {
  await send(api.PATCH('/user-management/users/{userId}/disable-mfa', { params: { path: { userId } } }))
}

/** A change of one user; the signed-in user knows of their own at once. */
export function useUpdateUser(userId: number) {
  const me = useUser()
  return useUserAction(async (change: ChangeUser) => {
    const user = await changeUser(userId, change)
    if (userId === me.userId) confirmSession({ ...me, ...user })
    return user
  })
}

/** An act on users, after which everything about users is read again. */
export function useUserAction<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}
