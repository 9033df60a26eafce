import { api, send } from '../../../api/client.ts'

/** Stores a picture of a text and returns its address. */
export async function uploadNoteImage(picture: Blob): Promise<string> {
  const form = new FormData()
  form.append('image', picture, picture.type === 'image/png' ? 'picture.png' : 'picture.jpg')
  const init = { body: { image: '' }, bodySerializer: () => form }
  const { data } = await send(api.PUT('/file-management/image/notes', init))
  return `/api/file-management/images/${data.imageUID}`
}
