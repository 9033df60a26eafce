import { queryOptions } from '@tanstack/react-query'
import type { CompanyAppearance, SaveAppearance } from '@steward/contracts/company/appearance'
import { api, send } from '../../api/client.ts'

const url = '/company/appearance'

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async ({ signal }): Promise<CompanyAppearance> => (await send(api.GET(url, { signal }))).data,
})

export async function updateCompany(body: SaveAppearance): Promise<CompanyAppearance> {
  return (await send(api.PUT(url, { body }))).data
}
