import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ApiToken,
  apiTokenScopes,
  createApiTokenSchema,
  createdApiTokenSchema,
} from '@steward/contracts/api-token'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type TokenScope = (typeof apiTokenScopes)[number]
export type NewToken = z.output<typeof createApiTokenSchema>
export type CreatedToken = z.infer<typeof createdApiTokenSchema>

const tokensKey = ['api-tokens'] as const

/** The user's own tokens, or those of the company; latest first. */
export function tokensQuery(scope: TokenScope) {
  return queryOptions({
    queryKey: [...tokensKey, scope],
    queryFn: async ({ signal }): Promise<ApiToken[]> =>
      (await send(api.GET('/identity/api-tokens', { params: { query: { scope } }, signal }))).data,
  })
}

async function createToken(body: NewToken): Promise<CreatedToken> {
  return (await send(api.POST('/identity/api-tokens', { body }))).data
}

async function revokeToken(apiTokenId: number): Promise<void> {
  await send(api.DELETE('/identity/api-tokens/{apiTokenId}', { params: { path: { apiTokenId } } }))
}

function useTokenAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

/** Makes a token; its text is in the answer and nowhere else. */
export const useCreateToken = () => useTokenAct(createToken)

export const useRevokeToken = () => useTokenAct(revokeToken)
