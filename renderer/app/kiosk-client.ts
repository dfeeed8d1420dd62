import { err, type Result } from '../../shared/domain/result.ts'
import type {
  CommandFailure as Failure,
  CommandInput,
  CommandName,
  CommandValue as Value,
  KioskBridge,
} from '../../shared/kiosk-api/contract.ts'

export type { Failure, Value }

/** A command of the contract over any bridge; a main process out of reach is a failure like any other. */
export type Invoke = <N extends CommandName>(
  method: N,
  input: CommandInput<N>,
) => Promise<Result<Value<N>, Failure<N> | { readonly type: 'bridge-lost' }>>

export function createInvoke(bridge: Pick<KioskBridge, 'invoke'>, onLost: () => void): Invoke {
  return async <N extends CommandName>(method: N, input: CommandInput<N>) => {
    try {
      return (await bridge.invoke(method, input)) as Result<Value<N>, Failure<N>>
    } catch {
      onLost()
      return err({ type: 'bridge-lost' })
    }
  }
}
