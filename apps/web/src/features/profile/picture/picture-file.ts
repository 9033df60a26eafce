import { savedPixels, sideOf, smallEnough, type Crop } from './crop.rules.ts'

export const unreadablePicture = 'This is no picture that can be read here. Choose a JPEG, PNG or WebP file.'
export const tooLargePicture = 'The picture stays above 2 MB. Choose another one.'

/** The picture of a file, upright; null when it is none. */
export async function readPicture(file: File): Promise<ImageBitmap | null> {
  if (!file.type.startsWith('image/')) return null
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
}

/** Draws what is kept of a picture over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width: pixels } = canvas
  const side = sideOf(picture, crop.zoom)
  // What is transparent would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pixels, pixels)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, pixels, pixels)
}

/** What is kept as a JPEG under 2 MB; null when it cannot be made so small. */
export async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = savedPixels(picture, crop)
  drawCrop(canvas, picture, crop)
  return smallEnough(
    (quality) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  )
}
