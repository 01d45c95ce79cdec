/** A menu in the terms of `com.canonical.dbusmenu`: items by number, each with properties, and the changes between two menus. */
import { type Variant, variant, withoutNul } from '../dbus/values.ts';
import type { TrayMenuItem } from './interface.ts';

export type MenuProperties = Readonly<Record<string, Variant>>;

/**
 * Whether two menus have the same items, in the same order. Another label counts as another item: the signal about changed properties would send it
 * to every program on the bus, and it may be the beginning of a copy.
 */
export function isSameLayout(one: readonly TrayMenuItem[], other: readonly TrayMenuItem[]): boolean {
  const isSame = (item: TrayMenuItem, same: TrayMenuItem | undefined) =>
    item.id === same?.id && item.kind === same.kind && item.label === same.label;
  return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
}

export const rootProperties: MenuProperties = { 'children-display': variant('s', 'submenu') };

export function propertiesOf(item: TrayMenuItem): MenuProperties {
  if (item.kind === 'separator') return { type: variant('s', 'separator'), visible: variant('b', true) };
  const common = { label: variant('s', labelOf(item)), enabled: variant('b', item.enabled), visible: variant('b', true) };
  if (item.kind === 'item') return common;
  return { ...common, 'toggle-type': variant('s', 'checkmark'), 'toggle-state': variant('i', item.checked === true ? 1 : 0) };
}

/** The requested properties; an empty list means all. */
export function selectedProperties(properties: MenuProperties, names: readonly unknown[]): readonly (readonly [string, Variant])[] {
  return Object.entries(properties).filter(([name]) => names.length === 0 || names.includes(name));
}

/** A single underscore would mark the next letter as the item's key. */
function labelOf(item: TrayMenuItem): string {
  return withoutNul(item.label).replaceAll('_', '__');
}
