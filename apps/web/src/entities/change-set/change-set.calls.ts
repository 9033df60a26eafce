import type { Undone } from '@steward/contracts/record-history'
import { api, send } from '../../api/client.ts'

export async function undoChangeSet(id: number): Promise<Undone> {
  return (await send(api.POST('/core/change-sets/{id}/undo', { params: { path: { id } }, body: null }))).data
}
