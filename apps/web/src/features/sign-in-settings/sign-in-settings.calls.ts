import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeSignInSettings,
  DomainCheck,
  providerCheckSchema,
  SignInSettings,
} from '@steward/contracts/sign-in-settings'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type ProviderCheck = z.infer<typeof providerCheckSchema>

export const signInSettingsQuery = queryOptions({
  queryKey: ['sign-in-settings'],
  queryFn: async ({ signal }): Promise<SignInSettings> =>
    (await send(api.GET('/identity/sign-in-settings', { signal }))).data,
  staleTime: 0,
})

/** An outside provider is only taken when it answers. */
export async function updateSignInSettings(body: ChangeSignInSettings): Promise<SignInSettings> {
  return (await send(api.PATCH('/identity/sign-in-settings', { body }))).data
}

/** Check the provider with these settings. Nothing is kept. */
export async function checkSignInSettings(body: ChangeSignInSettings): Promise<ProviderCheck> {
  return (await send(api.POST('/identity/sign-in-settings/check', { body }))).data
}

/** Looks up the record of a stored domain, which verifies it. */
export async function checkSignInDomain(domain: string): Promise<DomainCheck> {
  return (await send(api.POST('/identity/sign-in-settings/domains/check', { body: { domain } }))).data
}
