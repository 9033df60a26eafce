import { queryOptions } from '@tanstack/react-query'
import type { User, UsersByState } from '@steward/contracts/user-management'
import { api, send } from '../../api/client.ts'

/** Under this key is everything about users, so that a change to one reads all of it again. */
export const usersKey = ['users'] as const

/** Everyone of the tenant, deactivated people too. */
export const usersQuery = queryOptions({
  queryKey: [...usersKey, 'all'],
  queryFn: async ({ signal }): Promise<User[]> => (await send(api.GET('/users', { signal }))).data,
  staleTime: 5 * 60_000,
})

/** The same people by whether they can work: active, invited, deactivated. */
export const usersByStateQuery = queryOptions({
  queryKey: [...usersKey, 'by-state'],
  queryFn: async ({ signal }): Promise<UsersByState> =>
    (await send(api.GET('/user-management/users', { signal }))).data,
})

export function fullName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email
}

/** Where the picture of a person is, for an Avatar. */
export function imageAddress({ imageId }: Pick<User, 'imageId'>): string | null {
  return imageId && `/api/file-management/images/${imageId}`
}
