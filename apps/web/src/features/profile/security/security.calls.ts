import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { SessionShown } from '@steward/contracts/identity'
import type {
  AuthenticatorSecret,
  FactorVerified,
  PreferredFactor,
  SecondFactor,
} from '@steward/contracts/second-factor'
import { api, send } from '../../../api/client.ts'
import { usersKey } from '../../../entities/user/index.ts'
import { keepUser } from '../profile.calls.ts'

const factorKey = ['second-factor'] as const
const sessionsKey = ['sessions'] as const

export const factorQuery = queryOptions({
  queryKey: factorKey,
  queryFn: async ({ signal }): Promise<SecondFactor> =>
    (await send(api.GET('/identity/mfa', { signal }))).data,
})

/** Where the user is signed in, this session first. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }): Promise<SessionShown[]> => {
    const { data } = await send(api.GET('/identity/sessions', { signal }))
    return data.toSorted((one, other) => Number(other.current) - Number(one.current))
  },
  staleTime: 0,
})

export async function registerAuthenticator(): Promise<AuthenticatorSecret> {
  return (await send(api.POST('/identity/mfa/authenticator'))).data
}

/** The authenticator is the second factor from now on. */
export async function verifyAuthenticator(code: string): Promise<FactorVerified> {
  return (await send(api.POST('/identity/mfa/authenticator/verify', { body: { code } }))).data
}

/** Sends a code to the number, which has a leading plus. */
export async function registerPhone(phoneNumber: string): Promise<void> {
  await send(api.POST('/identity/mfa/phone', { body: { phoneNumber } }))
}

/** Text messages are the second factor from now on: the server clears the preference, then sets it, as one. */
export async function verifyPhone(code: string): Promise<FactorVerified> {
  return (await send(api.POST('/identity/mfa/phone/verify', { body: { code } }))).data
}

export async function setPreferredFactor(preferredMFA: PreferredFactor): Promise<void> {
  await send(api.PUT('/identity/mfa/preference', { body: { preferredMFA } }))
}

export async function updatePassword(currentPassword: string, newPassword: string): Promise<void> {
  await send(api.POST('/identity/change-password', { body: { currentPassword, newPassword } }))
}

export async function endSession(sessionId: number): Promise<void> {
  await send(api.DELETE('/identity/sessions/{sessionId}', { params: { path: { sessionId } } }))
}

/** Ends every session of the user, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await send(api.POST('/identity/sign-out-everywhere'))
}

async function refreshFactor(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: factorKey })
  const factor = client.getQueryData(factorQuery.queryKey)
  if (factor) keepUser({ mfaEnabled: factor.preferredMFA !== 'NOMFA' })
  void client.invalidateQueries({ queryKey: usersKey })
}

/** An act on the second factor, after which it is read again. */
export function useFactorAction<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => refreshFactor(client) })
}

/** An act that ends sessions, after which they are read again. */
export function useSessionAction<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
