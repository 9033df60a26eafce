import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { root } from '../lib/root.mjs'
import { readDurations } from './durations.mjs'

/** Starts the longest files first, so that no worker is left with a long one at the end. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const durations = readDurations()
    const durationOf = ({ moduleId }) => durations[relative(root, moduleId)] ?? 0
    const totals = new Map()
    for (const file of files) {
      totals.set(file.project.name, (totals.get(file.project.name) ?? 0) + durationOf(file))
    }
    // A worker serves one project at a time, so the files of a project stay together: the largest project first.
    return files.toSorted(
      (a, b) =>
        a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder ||
        totals.get(b.project.name) - totals.get(a.project.name) ||
        a.project.name.localeCompare(b.project.name) ||
        durationOf(b) - durationOf(a),
    )
  }
}
