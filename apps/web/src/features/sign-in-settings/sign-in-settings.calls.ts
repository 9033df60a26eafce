import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeSignInSettings,
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

/** Whether the provider would answer with these settings. Nothing is kept. */
export async function checkSignInSettings(body: ChangeSignInSettings): Promise<ProviderCheck> {
  return (await send(api.POST('/identity/sign-in-settings/check', { body }))).data
}
