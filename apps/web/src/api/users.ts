import { queryOptions } from '@tanstack/react-query'
import type { User } from '@steward/contracts/user-management'
import { api, send } from './client.ts'

/** Everybody of the tenant, deactivated people too. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }): Promise<User[]> => (await send(api.GET('/users', { signal }))).data,
  staleTime: 5 * 60_000,
})

export function fullName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email
}
