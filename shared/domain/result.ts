/**
 * An expected outcome as a plain value, which can be sent between processes and is narrowed by `ok`. Bugs throw;
 * failures caused by a user or a partner are values with a literal `error.type`.
 */
export type Result<T, E extends { readonly type: string }> = Ok<T> | Err<E>

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface Err<E> {
  readonly ok: false
  readonly error: E
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

export function err<const E extends { readonly type: string }>(error: E): Err<E> {
  return { ok: false, error }
}
