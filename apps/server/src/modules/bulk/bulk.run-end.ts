/** How a run ended: the job is over, somebody stopped it, or this process stops and another goes on. */
export type RunEnd = 'completed' | 'stopped' | 'left'
