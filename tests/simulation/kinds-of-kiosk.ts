import type { RunSeed } from './campaign.ts'
import { runNaiveSeed } from './run-naive-seed.ts'
import { runSeed } from './run-seed.ts'

/**
 * `shipping`: the program as it is; `notes`: the same, where every machine takes bank notes. The others are controls that have to fail: `naive` makes the order after the payment and tries again
 * under a new id; `hasty` is the program with a driver that gives a payment up while it can still be made; `forgetful` asks no more
 * about a payment once its sale went on without it; `careless` forgets that it told a provider to give money back; `trusting` takes
 * each note that its device holds for one that is in the box.
 */
export const kindsOfKiosk = {
  shipping: (seed, templates) => runSeed(seed, templates),
  naive: runNaiveSeed,
  hasty: (seed, templates) => runSeed(seed, templates, { control: 'hasty' }),
  forgetful: (seed, templates) => runSeed(seed, templates, { control: 'forgetful' }),
  careless: (seed, templates) => runSeed(seed, templates, { control: 'careless' }),
  notes: (seed, templates) => runSeed(seed, templates, { notes: 'everywhere' }),
  trusting: (seed, templates) => runSeed(seed, templates, { control: 'trusting' }),
} satisfies Readonly<Record<string, RunSeed>>

export type KindOfKiosk = keyof typeof kindsOfKiosk
export const isKindOfKiosk = (kind: unknown): kind is KindOfKiosk =>
  typeof kind === 'string' && Object.hasOwn(kindsOfKiosk, kind)
