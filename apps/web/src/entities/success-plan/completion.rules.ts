import { numberText } from '../../ui/reader.ts'

/** How much is done, to the tenth: what is not quite complete is never 100 %. */
export const completionText = (percent: number): string =>
  `${numberText(Math.floor(Math.round(percent * 100) / 10) / 10)}%`
