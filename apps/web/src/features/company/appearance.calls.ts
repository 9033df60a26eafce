import { queryOptions } from '@tanstack/react-query'
import type { CompanyAppearance, SaveAppearance } from '@steward/contracts/company/appearance'
import { api, send } from '../../api/client.ts'

const url = '/company/appearance'

export const appearanceQuery = queryOptions({
  queryKey: ['company', 'appearance'],
  queryFn: async ({ signal }): Promise<CompanyAppearance> => (await send(api.GET(url, { signal }))).data,
})

export async function updateAppearance(body: SaveAppearance): Promise<CompanyAppearance> {
  return (await send(api.PUT(url, { body }))).data
}
