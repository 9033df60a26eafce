import { api, send } from '../../api/client.ts'

/** The imageUIDs of the logos of those of some records that have one. */
export async function readLogos(recordIds: number[]): Promise<Map<number, string>> {
  const { data } = await send(api.GET('/core/logos', { params: { query: { recordIds } } }))
  return new Map(data.map(({ recordId, imageId }) => [recordId, imageId]))
}
