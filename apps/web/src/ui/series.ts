const classes = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6']

/** The class that paints a series color, 1 to 6; those after them start again. */
export function seriesClass(colour: number): string {
  return classes[(Math.max(colour, 1) - 1) % classes.length] as string
}
