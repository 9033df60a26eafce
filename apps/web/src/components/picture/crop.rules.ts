import { avatarPixels } from '@steward/contracts/plain/stored-file'

/** Pixels of a picture. */
export interface Size {
  width: number
  height: number
}

/** What of a picture is kept: a square around a point, in pixels of the picture. */
export interface Crop {
  /** 1: as much as fits. */
  zoom: number
  x: number
  y: number
}

export const mostZoom = 5

export function firstCrop({ width, height }: Size): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 }
}

/** Pixels of the picture along one side of the square. */
export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** The crop with its square moved inside of the picture. */
export function within(size: Size, { zoom, x, y }: Crop): Crop {
  const allowed = between(1, zoom, mostZoom)
  const half = sideOf(size, allowed) / 2
  return {
    zoom: allowed,
    x: between(half, x, size.width - half),
    y: between(half, y, size.height - half),
  }
}

/** Pixels along one side of what is saved; a small picture is not made larger. */
export function savedPixels(size: Size, crop: Crop): number {
  return Math.max(1, Math.min(avatarPixels, Math.round(sideOf(size, crop.zoom))))
}
