import { imageLimit } from '@steward/contracts/plain/stored-file'
import { smallEnough } from '../../../components/small-enough.ts'
import { uploadNoteImage } from './note-image.calls.ts'

/** Pixels along the longer side of a picture in a text. */
const mostPixels = 1600

const unreadable = "can't be read. Use a JPEG, PNG or WebP file."
const tooLarge = 'is larger than 2 MB even when compressed. Use a smaller one.'

/** A picture that cannot be in a text; its message is a sentence. */
export class ImageFault extends Error {}

function shrunk(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, mostPixels / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new ImageFault('The picture could not be shown.')
  // What is transparent would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A picture under 2 MB: a small PNG as it is, anything else drawn again, which leaves out where it was taken. */
async function compressed(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) throw new ImageFault(`"${file.name}" ${unreadable}`)
  const fits = Math.max(picture.width, picture.height) <= mostPixels
  if (file.type === 'image/png' && fits && file.size < imageLimit) return file
  const canvas = shrunk(picture)
  picture.close()
  const encoded = await smallEnough(
    (quality) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  )
  if (!encoded) throw new ImageFault(`"${file.name}" ${tooLarge}`)
  return encoded
}

/** Compresses a picture and stores it; gives its address. Rejects with an ImageFault or an ApiError. */
export async function storeNoteImage(file: File): Promise<string> {
  return uploadNoteImage(await compressed(file))
}
