import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'

/** Stores a picture that no record shows yet; gives its id. */
export async function uploadRecordPicture({ plural }: Level, picture: Blob): Promise<string> {
  const form = new FormData()
  form.append('image', picture, 'picture.jpg')
  const path = `/file-management/image/${plural}` as '/file-management/image/accounts'
  const init = { body: { image: '' }, bodySerializer: () => form }
  return (await send(api.PUT(path, init))).data.imageUID
}
