import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNetworkAddress } from './network-address.ts';
import { shortKindOf } from './short-kinds.ts';

const addresses = [
  ...['192.168.0.1', '255.255.255.255', '100.200.100.200', '8.8.8.8', '0.0.0.0', '10.0.0.0/8', '192.168.178.20:8080'],
  ...['::1', 'fe80::1', 'fe80::1%eth0', '2001:db8::/32', '[2001:db8::1]:443', '[::1]', '::ffff:192.0.2.1'],
  ...['2001:0db8:85a3:0000:0000:8a2e:0370:7334', 'fe80::1ff:fe23:4567:890a'],
  ...['64:ff9b::192.0.2.1', '100::/64', 'ff02::fb', 'fd00::b2', '0.0.0.0/0'],
];

test('an address of a network is no number, with a port, with a prefix, and several of them', () => {
  for (const address of addresses) {
    assert.ok(isNetworkAddress(address), address);
    assert.equal(shortKindOf(address), 'ip-address', address);
  }
  assert.equal(shortKindOf('255.255.255.255\n100.200.100.200\n'), 'ip-address');
  assert.equal(shortKindOf(addresses.join('\n')), 'ip-address');
});

test('numbers, times, versions and paths of programs are no addresses', () => {
  const numbers = ['123.456.789.012', '10.000.000.000', '1.234.567', '255.255.255.256', '100.200.300.400'];
  for (const other of [
    ...numbers,
    '12:34:56',
    '1.2.3',
    'abc::def',
    'std::move',
    '::',
    '10.0.0.1/33',
    '10.0.0.1:99999',
    '10.0.0.1:80/8',
    '[fe80::1]:80/8',
    '10.0.0.1/008',
    '10.0.0.0/8/9',
    '12:30::45',
    'a1::b2',
    '::b2',
    'feed::b2',
    '1::2::3',
    ':1:2',
    'a:b',
    '[a]',
    '',
  ])
    assert.ok(!isNetworkAddress(other), other);
  for (const number of numbers.slice(0, 3)) assert.equal(shortKindOf(number), 'number', number);
});
