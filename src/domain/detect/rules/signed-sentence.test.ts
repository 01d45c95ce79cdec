import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKind } from '../../kind/content-kind.ts';
import { detectText } from '../detect.ts';
import { isSignedSentence } from './signed-sentence.ts';

/** What people write, with a word and a sign in it that code has, too. */
const sentences = `
use the stairs;
please return the keys;
we import wine from Spain;
the password was {secret} before
call me at home (not at work);
remember: milk; eggs; bread
let me know when you're done;
meet at 5 = too early for me
she said yes -> we go on Friday
print it twice, please;
the room is #204, second floor
we lost 3-0 || who cares
if it rains, stay inside;
the package fmt is late again;
my order is AB12-99_XZ today
open the window & let the cat in
the price went from $5 to $9;
use this code: xk9_33aB now
Nehmen Sie bitte die Treppe;
ich bringe den Schlüssel zurück;
mein Passwort ist hunter_2
wir treffen uns um 8 => pünktlich
bitte {Name} eintragen
das Paket ist da, function egal;
die Rechnung = 40 Euro
für dich; für mich
prenez l'escalier s'il vous plaît;
mon code est A1B2_C3 pour demain
on se voit ce soir -> chez moi
la clé est sous {le tapis}
usa las escaleras;
mi clave es abc_123 para hoy
nos vemos mañana => en casa
let vrouw en kind eerst gaan;
mijn code is ZX_81 voor vandaag
ta trappan, tack;
prendi le scale;
il mio codice è ff_09Z
use a chave da porta;
возьми ключ на столе;
мой код abc_42 на сегодня
请走楼梯;
我的密码是 abc_123
weź klucz ze stołu;
new shoes for the children;
try the soup (it is delicious);
select a date from the calendar;
my mail is under @anna_b, write me
the file config_final is on the desk
I paid <much> more than you
while you were out, Anna called;
package for you at the door;
my number is 0x4F, I think
put it on the table; thanks
we moved the meeting to 14:00;
give her my number: +49_30_1234
her seat is {window} and mine is not
you + me = we, and that is that
please import the wine & cheese
take the tram -> then walk
your ticket XK-77_qz is ready
the final class is at noon;
I will return on Friday;
tell me if null means nothing to you;
this is the end;
our flight lands at 6 => be there
they asked for 50% off the list_price
the letter from $name has arrived
you must not delete this, function or not;
an old friend (from school) called;
what a day; what a night;
Wir kommen später, if möglich;
der Zug fährt um 8 -> Gleis 4
bitte nicht vergessen: Brot; Milch;
ich habe den Code z_19 verloren
das war {wirklich} gut
die Schlüssel liegen auf dem Tisch;
je rentre à la maison;
il faut un ticket {jaune} pour entrer
la réunion = demain à midi
le code du portail est 12_AB#
la reunión es el lunes;
tengo una reserva con código q_55
no puedo ir => mañana sí
la chiave è sotto lo zerbino;
ho perso il mio codice z_7
não posso ir hoje;
de sleutel ligt op het bureau;
jag kommer på måndag;
встреча в пять; не опаздывай
klucz jest pod wycieraczką;
`
  .trim()
  .split('\n');

/** Written as sentences nearly, and for a program. */
const programs = `
return the;
print "this is the end";
throw new Error('the file is not there');
die "what are you doing here" if $x;
grep -r 'the end' .
echo the $end > out.txt
<b>this is the end</b>
\\emph{this is the end}
} // this is the end
/* the end of it */
-- this is the end
# the end of it
; the end of it
title: the best of {you}
the_end = you + me;
const the = you;
let x: The = my;
for (const x of the) y;
if (you == me) return them;
Dim theEnd As Long, vResult As Object
puts 'how are you'
private static final String theEnd;
`
  .trim()
  .split('\n');

const typeOf = (text: string): string => detectText(text)?.typeId ?? '';

test('a short sentence with a sign of code in it is prose, in any language', () => {
  const token = `my token ghp_${'16C7e42F292c6912E771'.repeat(2).slice(0, 36)}`;
  const wrong = [...sentences, token, `${token} `].flatMap((text) => {
    const type = detectText(text);
    const kind = contentKind({ kind: 'text', bytes: Buffer.byteLength(text), text, type });
    return type?.typeId === 'txt' && kind === 'prose' ? [] : [`${text}: ${type?.typeId}, ${kind}`];
  });
  assert.deepEqual(wrong, []);
});

test('a line for a program is no sentence, though it has words of people in it', () => {
  assert.deepEqual(
    programs.filter((line) => isSignedSentence({ lines: [line], source: line })),
    [],
  );
});

test('several lines, an indented one and a long one are left to other evidence', () => {
  const line = 'the end of {it}';
  assert.ok(isSignedSentence({ lines: [line], source: line }));
  assert.ok(!isSignedSentence({ lines: [line, line], source: `${line}\n${line}` }));
  assert.ok(!isSignedSentence({ lines: [line], source: `  ${line}` }));
  const long = `${'the end of it '.repeat(20)}{x}`;
  assert.ok(!isSignedSentence({ lines: [long], source: long }));
});

test('a single sign decides nothing, and three in three words do', () => {
  assert.equal(typeOf('use a chave da porta;'), 'txt');
  assert.ok(!isSignedSentence({ lines: ['the {a} $b c_d e::f'], source: 'the {a} $b c_d e::f' }));
});
