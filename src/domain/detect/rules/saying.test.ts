import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectText } from '../detect.ts';
import { isSaying } from './saying.ts';

/** Phrases whose words are commands, or words of languages, too. */
const phrases = `
find the keys before we leave / find a better way to say it / find out who called this morning / find me at the harbour
find your way home tonight / find time for yourself / find something nice to wear / cat sat on the mat / cat and mouse game
cat videos are the best / cat in the hat returns / cat nap after lunch today / cats and dogs living together / make it so
make the bed before breakfast / make sure to lock up / make yourself at home please / make up your mind now
make hay while the sun shines / make a list of what we need / make install great again / test the water first
test drive next Tuesday morning / test results came back negative / test of time / test scores were low this year / sort of tired today
sort it out by yourself / sort the mail before noon / sort of like a boat but smaller / kill time until the train comes
kill two birds with one stone / kill the lights when you leave / kill or cure / time flies like an arrow / time to go home now
time and tide wait for no one / time after time / time is money they say / for each of us there is hope / for what it is worth
for the love of music / for old times sake / for sale by owner / for now leave it as it is / for example the red one / echo of the past
echo chamber of opinions / echo in the valley below / which way to go / which one do you want / which bus goes to the station
which of these is yours / set the table for six / set your alarm for seven / set up a meeting with Anna / set sail at dawn
set of keys in the drawer / git is hard / git good or go home / git gud they told me / cut the cake / cut it out now / cut and paste
cut flowers last a week / cut to the chase / head over heels in love / head to the beach after work / head of the department
head north until the bridge / tail between his legs / tail lights were broken / more or less the same / more of the same please
more tea vicar / less is more / less talk more action / less than an hour left / touch wood it will hold / touch the sky
touch base with me tomorrow / move the car before eight / move along nothing to see here / copy that over and out / copy me on the reply
copy the text into the form / read the room / read it again more slowly / read between the lines / read all about it
write to your grandmother / write it down before you forget / who is coming to dinner / who ate my sandwich / who let the dogs out
wait for me at the corner / wait until it stops raining / wait a minute please / sleep on it / sleep well my dear
sleep until noon on Sunday / watch the birds in spring / watch your step on the stairs / watch what happens next / yes we can
yes but not today / yes please with milk / no smoking in this area / no news is good news / no more excuses / if only I had known
if it rains we stay inside / if you say so / if not now then when / if in doubt leave it out / then we went home / then there were none
then she said nothing for a while / else we will be late / while you were out / while the cat is away / while stocks last
while waiting for the bus / do it again with feeling / do not disturb / do you know the way / do what you must / done and dusted
case closed for good / case of mistaken identity / case by case basis / select the red wire / select your seat online
select a date from the calendar / update on the roof repairs / update the address in your records / delete the last paragraph
delete my account please / insert coin to play / insert the key and turn left / create a garden on the balcony
create something beautiful every day / drop me a line / drop the ball and run / drop by any time / join us for dinner on Friday
join the club / order more paper for the printer / order of the day / group photo at noon / group of seven people / where are my glasses
where the wild things are / where there is smoke there is fire / from dawn till dusk / from time to time / from here to eternity
from the desk of the director / import duties on tea and coffee / import of cars fell in May / export the figures to the board
export growth slowed last year / export of wheat / return to sender / return the books by Friday / return of the king
return it if it breaks / class of nineteen ninety four / class starts at nine / class action lawsuit / function of the heart
function room is booked / function over form / let me know / let it be / let us begin with the soup / let the good times roll
const is short for constant / var is a river in France / public transport is free today / public library opens at ten
public speaking for beginners / private party no entry / private lessons in piano / static on the line / static electricity in winter
new shoes for the children / new year new me / new ideas are welcome here / try again later / try the soup it is delicious
try to be on time / catch me if you can / catch the last train / catch of the day / throw it in the bin / throw a party for her
switch off the heating / switch seats with me / break a leg / break the ice with a joke / break time at eleven
continue reading on page six / continue straight ahead / goto the next page / go home and rest / go with the flow
go for a walk after lunch / go test the new recipe / go get some milk / run for your life / run a mile every day
run errands before the shops close / run out of sugar again / start the engine / start over from the beginning
stop and smell the roses / stop the clock / stop by the shop on your way / open the window please / open a bottle of wine
open house on Saturday / close the door quietly / close call on the motorway / print two copies for me / print the tickets at home
print on both sides / clear the table / clear skies tomorrow / clear as day / exit through the gift shop / exit strategy for the company
help me carry this / help yourself to more salad / help wanted in the kitchen / man overboard / man of the match / man walks into a bar
info about the trip / info desk is on the left / mount the shelf on the wall / mount everest is very high / host of the show
host a dinner for friends / ping me when you arrive / ping pong tournament at work / curl up with a book / curl your hair for the party
screen time for kids / screen door was open / bash the piñata / bash for his birthday / ruby ring with small diamonds
ruby red grapefruit juice / python in the bathroom / python found in toilet / rust on the old gate / rust never sleeps
swift action was needed / swift response from the council / java is an island / perl necklace is a typo / node of the network is down
basic rules of the house / assembly in the main hall / go fish is a card game / scheme to get rich quickly / crystal clear water
dart across the road / julia called about the flat / elm tree by the gate / make tea for two / make test questions for class
docker strike in the port / cargo ship stuck in canal / cargo was late again / yarn for knitting socks / yarn shop closed down
brew a cup of coffee / brew some tea before guests come / snap out of it / snap decision by the coach / apt to forget names
helm of the ship / conda is not a snake / poetry reading at seven / source of the river / source close to the president
alias of a famous writer / history of the town / history repeats itself / type faster please / type of blood / jobs in the harbour
jobs for the boys / fold the napkins / join hands and sing / split the bill in half / split second decision / paste it on the wall
date with destiny / date of birth / date night on Thursday / cal me when you can / top of the morning / top ten songs this week
free parking behind the church / free lunch on Monday / last but not least / last call for boarding / last man standing wins
su is my sister / script for the school play / script was too long / true love waits / false alarm in the kitchen / expand your horizons
look up at the stars / install the new curtains / install windows in the attic / patch of blue sky / patch the hole in the roof
diff between them is small / link to the past / nice to meet you / uniq name for a boat / expect delays on the ring road
at the end of the day / at noon by the fountain / bring your own bottle / column of smoke over hills / dig a hole for the tree
dig in and enjoy / zip up your jacket / zip it and listen / tar the road before winter / tee off at nine / env of trust
service was slow but friendly / service the boiler in autumn / the quick brown fox jumps / a bird in the hand / milk bread eggs butter
buy milk and call mum / meeting moved to Thursday / thanks for the lovely evening / see you at the station / happy birthday to you
please reply by Friday / dentist on Monday at ten / green tea or coffee / sun moon stars rain wind / apple banana cherry lemon peach
blue whale swims deep down / good morning sunshine how are you / red lorry yellow lorry / dogs bark at night sometimes
`
  .trim()
  .split(/\n| \/ /u);

const commands = `
ls -la /var/log
cd ~/projects/hub
find . -name "*.log" -delete
find /var -type f -size +100M
cat /etc/hosts
cat access.log | grep 404
make -j4
sort -u names.txt
sort names.txt | uniq -c | sort -rn
kill -9 1234
kill $(pgrep node)
time ./run.sh
for f in *.txt; do mv "$f" "\${f%.txt}.md"; done
for i in 1 2 3; do echo $i; done
echo $PATH
echo "hello" > out.txt
which -a node
set -euo pipefail
git status
git push origin main
git commit -m "fix tests"
git log --oneline -5
git checkout -b feature/login
git stash pop
git rebase -i HEAD~3
cut -d: -f1 /etc/passwd
head -n 20 file.txt
tail -f /var/log/syslog
less README.md
touch newfile.txt
mv old.txt new.txt
cp -r src dist
rm -rf node_modules
mkdir -p a/b/c
chmod +x script.sh
chown -R www-data:www-data /var/www
sudo apt update
sudo apt install -y vim
apt-get install build-essential
npm install
npm run build
npm i -D vite
yarn add lodash
pnpm install
pip install requests
pip install -r requirements.txt
python3 -m venv .venv
source .venv/bin/activate
docker ps -a
docker compose up -d
docker run --rm -it ubuntu bash
kubectl get pods -n default
kubectl apply -f deploy.yaml
helm install web ./chart
terraform plan
terraform apply
cargo build --release
go build ./...
go test ./...
brew install wget
curl -fsSL https://example.com/install.sh | sh
curl http://localhost:8080/health
wget https://example.com/file.tar.gz
tar xzf archive.tar.gz
tar -czvf backup.tgz /home
unzip file.zip
ssh -i key.pem ubuntu@10.0.0.1
scp file.txt user@host:/tmp
rsync -avz src/ host:/dst
top -b -n 1
df -h
du -sh *
free -m
uname -a
export PATH=$PATH:/usr/local/bin
export NODE_ENV=production
alias ll='ls -la'
systemctl restart nginx
sudo systemctl status ssh
journalctl -u hub -f
grep -rn "TODO" src
sed -i 's/foo/bar/g' file.txt
awk '{print $1}' access.log
xargs -n1 echo < list.txt
if [ -f .env ]; then source .env; fi
while read line; do echo "$line"; done < file
test -f config.json && echo ok
[ -d build ] || mkdir build
watch -n 1 nvidia-smi
ping -c 3 example.com
nohup ./server &
`
  .trim()
  .split('\n');

const typeOf = (text: string): string | undefined => detectText(text)?.typeId;
const taken = (texts: readonly string[]): readonly string[] => texts.filter((text) => typeOf(text) !== 'txt');

describe('what people say is plain text', () => {
  test('a phrase', () => assert.deepEqual(taken(phrases), []));

  test('a phrase as it is written in messages', () => {
    const ways: readonly ((phrase: string) => string)[] = [
      (phrase) => `${phrase}\n`,
      (phrase) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`,
      (phrase) => `${phrase} ...`,
      (phrase) => `${phrase} :)`,
      (phrase) => `${phrase} for $5`,
      (phrase) => `${phrase} 50%`,
      (phrase) => `${phrase} @anna`,
    ];
    for (const way of ways) assert.deepEqual(taken(phrases.map(way)), []);
  });

  test('a few of them, one per line', () => {
    assert.equal(typeOf('find out who\ncalled this morning'), 'txt');
    assert.equal(typeOf('find a better\nfind out who\nfind me at\nfind your way'), 'txt');
    assert.equal(typeOf('cat sat on the mat\ncat and mouse game'), 'txt');
    assert.equal(typeOf('find something nice to -> wear'), 'txt');
    assert.equal(typeOf('Things to bring:\nthe tent\nyour sleeping bag\nsome water'), 'txt');
    assert.equal(typeOf('I will be late.\nAnd bring the milk please'), 'txt');
  });

  test('one in quotes', () => {
    for (const quoted of ['"set up a meeting with Anna"', "'find a better way to say it'", '“the cat sat on the mat”'])
      assert.ok(isSaying({ lines: [quoted] }), quoted);
  });
});

test('commands are no phrases', () => {
  assert.deepEqual(
    commands.filter((command) => typeOf(command) !== 'shell'),
    [],
  );
  assert.deepEqual(
    commands.filter((command) => isSaying({ lines: [command] })),
    [],
  );
});

test('what code and documents have is no phrase either', () => {
  const others = [
    'rem Start it with the usual program',
    '# the end of it',
    'title: the best of you',
    'run the server &',
    '- the best of you',
    'echo "the end of it"',
  ];
  for (const other of [
    ...others,
    'for (const x of the) y',
    'return the;',
    'Dim lEnd As Long, vResult As Object',
    '(defgroup the nil\n  "Spell checking on the fly."',
    'if label then\n  goto end',
    '    if label then',
    'the word '.repeat(20),
    'the end of the day\n'.repeat(13).trim(),
    // Of five lines, one joins words.
    'move the total\nadd tax twice now\nnormal end else warn\nstart next round early\nhigh low high low',
    'set it\nend if\nnext the',
  ])
    assert.ok(!isSaying({ lines: other.split('\n') }), other);
});

test('a few lines of code keep their type, though their words are words of people too', () => {
  const texts: readonly (readonly [type: string, text: string])[] = [
    ['python', 'if i is None:\n    continue'],
    ['python', 'if i in seen:\n    return i'],
    ['python', 'for i in xs:\n    print i'],
    ['python', 'for i in items:\n    yield i'],
    ['python', 'for it in items:\n    print it'],
    ['python', 'import os\nfrom me import it'],
    ['shell', 'for i in files do\n    echo i'],
    ['shell', 'for i in a b c\ndo\n  echo i\ndone'],
    ['gherkin', '    Given I am logged in\n    And I have a list\n    When I open my page\n    Then I see it'],
    ['gherkin', 'Given I am logged in\nAnd I have a list\nWhen I open my page\nThen I see it'],
    ['haskell', 'module What where\nimport It'],
  ];
  for (const [type, text] of texts) {
    assert.equal(typeOf(text), type, text);
    assert.ok(!isSaying({ lines: text.split('\n') }), text);
  }
});
