import { avatarPixels } from '@steward/contracts/plain/stored-file'
import { smallEnough } from '../small-enough.ts'
import { savedPixels, sideOf, type Crop } from './crop.rules.ts'

export const unreadablePicture = "This image can't be read. Choose a JPEG, PNG or WebP file."
export const tooLargePicture = 'The picture is larger than 2 MB. Choose a smaller one.'

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

function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return smallEnough(
    (quality) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  )
}

function squareCanvas(pixels: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  return canvas
}

/** What is kept as a JPEG under 2 MB; null when it cannot be made so small. */
export function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = squareCanvas(savedPixels(picture, crop))
  drawCrop(canvas, picture, crop)
  return encode(canvas)
}

/** Draws the whole of a picture in the middle of a white square. */
export function drawWhole(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const scale = canvas.width / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.width)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.width - height) / 2, width, height)
}

/** The whole of a picture in a square, such as a logo, as a JPEG under 2 MB; null when it cannot be made so small. */
export function encodeWhole(picture: ImageBitmap): Promise<Blob | null> {
  const canvas = squareCanvas(Math.min(avatarPixels, Math.max(picture.width, picture.height)))
  drawWhole(canvas, picture)
  return encode(canvas)
}
