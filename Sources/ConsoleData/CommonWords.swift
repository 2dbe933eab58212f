/// What the passwords that people take most often are made of: words, names, teams, brands.
///
/// In small letters and without digits: how ``CommonPasswords`` sees a password.
enum CommonWords {
  static let all = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))

  private static let text = """
    aaron abc abcd abcdef abcdefg abigail access account acdc achilles acmilan adam admin
    adminadmin administrator adriana africa airborne airforce ajax alberto alejandra alejandro
    alexander alexandra alexis alien aliens allison alphabet always amanda amazon amen america
    american amsterdam andrea andrew android angel angela angelina angels animal animals anthony
    anyone anything apollo apple apples april aragorn argentina arizona army arsenal asdf asdfgh
    asdfghjkl ashley assassin asshole athena atlanta audi august australia austria autumn
    avengers azerty babe baby babyboy babydoll babygirl backup badboy badgirl bailey ballet
    banana bananas bandit bangkok barbara barbie barcelona bart bartsimpson baseball basketball
    bastard batman bayern beach bear bearcat bears beast beatles beatrice beautiful beijing
    belgium bella benfica bengals benjamin berlin bernard besiktas bestfriend beyonce bienvenido
    bienvenue bigboy bigdaddy bigdog bigman biology birthday bitch blackberry blackcat blackie
    blahblah blaze blessed blessing blink blizzard bloods blossom blue blueberry bluesky bmw
    boca bonjour bonnie borussia boston boxing bradley brandon brasil brazil break brian britney
    brittany broncos brooklyn brother brown bruce bubbles buddha buddy budweiser buffalo bugatti
    bugsbunny bulldog bulldogs bulls bullshit bunny business buster buttercup butterfly
    butterscotch cairo california camaro canada candy captain carlos caroline casino catherine
    catwoman cellphone celtic celtics cent champion champions change changeit changeme charger
    charles charlie charlotte charm charmander cheerleader cheese cheeseburger cheetah chelsea
    chelseafc chemistry cherries cherry chevrolet chevy chewbacca chicago chicagobulls chicken
    chile china chinese chloe chocolate christ christian christina christine christmas
    christopher ciao cinderella cinnamon cobra cocacola coconut coldplay college colombia
    colorado colts company computer contrasena cookie cookies coolcat cooldude coolman coolness
    cooper corinthians corona corvette counterstrike cowboy cowboys cowboysfan cowgirl coyote
    crazy crazyboy crazygirl creature cricket crips crystal cupcake cute cutie daddy daisy
    dallas dancer dancing daniel danielle darkness darkside darling darthvader database david
    december default demo demon denmark dennis denver desktop destiny deutschland devil diamond
    diamonds diana doctor dodgers doggie doggy dollar dolphin dolphins dominic donald donaldduck
    donkey dontknow dragon dragonball dragonfly dragons driver drpepper drummer drums duke
    dumbledore eagle eagles earth easter eastside eclipse education edward egypt elephant
    elizabeth elvis emerald emily eminem engineer england english enterprise eric ernesto espana
    espanol evangelion everton everything example facebook fairy faith falcon falcons family
    fantasy father february fenerbahce fernando ferrari finland fire fireball firebird firefly
    firefox fish fishing flamengo flames florida flower flowers football footballer forever
    foreverlove forget forgot fortnite fortune france francia francis francisco frank freedom
    french friday friends friendship frodo frog froggy fuck fucker fuckme fuckoff fuckyou
    gabriel gabriela galatasaray galaxy gamer gandalf gangsta gangster garfield gators genesis
    george gerald german germany giants ginger giraffe gizmo gladiator gmail godbless godfather
    godisgood godislove goku gold golden golf golfer goodboy goodgirl goofy google goose
    gorgeous grandma grandpa granted green greenday gregory guest guinness guitar guitars gundam
    halflife hallelujah hallo halloween hamburg hamburger hamster hannah hanoi happiness happy
    harley harleydavidson harry harrypotter haslo hawaii hawk hawks heather heaven heineken
    hellfire hello hellokitty helloworld henry hercules hermione heslo hiphop history hobbit
    hockey hogwarts hola holiday holland homer honda honey honeybee hongkong horse horses
    hospital hotdog hotmail hotstuff hottie houston hulk hungary hunter hunting hurricane
    hustler iceman idontcare idontknow iforgot ilovegod iloveher ilovehim iloveme iloveu
    iloveyou iloveyouso india indonesia inferno insane instagram intermilan internet ipad iphone
    ireland ironmaiden ironman isabella island israel italia italian italy jack jackass jackpot
    jackson jacob jaguar jaguarxj jakarta jake james january japan japanese jasmin jasmine jason
    jedi jeffrey jennifer jeremy jessica jesus jesuschrist joanna john johnny joker jonathan
    jordan jordana joseph joshua juliana july june jupiter justice justin juventus karachi
    karina katherine kathleen kawasaki kenneth kevin key keyboard killer kimberly king kingking
    kings kisses kissing kissme kitten kitty kittycat koala korean korn kristina lakers
    lamborghini laughing laura lauren lavender ledzeppelin legend legends legolas lemon leonardo
    leopard leslie letmein letmeinnow liberty library lightning lilies linda lindsay linkedin
    linkinpark lion lions liverpool liverpoolfc login logon lola london longhorns lordoftherings
    louise love lovelove lovely loveme lover loverboy lovergirl lovers loveyou lucas lucifer
    lucky luigi lukeskywalker macbook madison madness madonna madrid maggie magic magical
    malaysia manager manchester mancity manunited manutd march marcus margaret maria mariana
    marina marine marines mario mark marlboro martin martina marvel maserati master matrix
    matthew maverick max maxmax maxwell megadeth melanie melissa mercedes mercury merlin mermaid
    metal metallica mexicano mexico michael michelle michigan mickey mickeymouse microsoft
    midget midnight miguel milan millionaire mine minecraft minniemouse miracle mobile mohamed
    mohammed molly mommy monday money moneyman monica monitor monkey monkeys monster montana
    moon moonlight morgan motdepasse mother motherfucker motorola mouse mumbai music musical
    musician mustang mustanggt mypass mypassword mypc myspace mystic nala naruto natalie natasha
    nathan navyseal neo neptune network newpass newpassword newyear newyork newyorker nicholas
    nicole nigeria nightmare ninja nintendo nippon nirvana nobody nokia none nopass nopassword
    norway nothing november null nurse ocean oceans october office oliver olivia one onepiece
    opensesame openup orange oranges orchid oreo packers pakistan palmeiras pamela pancake panda
    pantera panther paradise paris parol parola pass passcode passme passphrase passw password
    passwort patricia patrick patriots pauline peace peaceful peach peaches peanut pebbles
    peewee penguin penguins pepper pepsi peru peter philadelphia philip philippines phoenix
    physics piano pickle pikachu pilipinas pilot pineapple pink pinkfloyd pinky pirate pirates
    pizza planet platinum playboy player playstation pluto pokemon poker poland polska pony pooh
    popeye porsche portland porto portugal poseidon potato precious pretty prince princesa
    princess printer private psycho public pumpkin pumpkinpie puppies puppy purple pussycat
    python qazwsx queen qwert qwerty qwertz rabbit rachel radiohead raiders rainbow rambo ranger
    rangers rapper raven ravens raymond realmadrid rebecca redred redskins redsox remember rich
    richard rihanna riverplate robert roberto robin rockandroll rockstar rocky rodrigo rolling
    ronald root rootroot rose rosemary roses router ruby rugby runner running russell russia
    rusty sadie sailormoon saints salasana samantha sample samsung samuel samurai sandra
    sapphire sarah satan saturday saturn scarface schalke school science scooby scoobydoo
    scotland scott seahawks seashell seattle sebastian secret secrets secure security senha
    september sergio server sesame sexy shadow shadows shakur shanghai shark sharks sharon
    shithead shogun shorty signin silver simba simpsons singapore sister skateboard skating
    skyblue skywalker slayer slimshady slipknot smile smiley smokey snake snickers sniper snoopy
    snowboard snowwhite soccer softball soldier somebody someone something sonic sony sophia
    sophie spaghetti spanish sparky spartacus spartan spider spiderman spongebob sporting spring
    sprite squidward stallion star starcraft starfish starlight stars startrek starwars steelers
    stephanie stephen steven stones storm stormy strawberry student suckit suckme sugar summer
    sunday sunflower sunflowers sunrise sunset sunshine superhero superman supermario supernova
    superstar superuser surfer surfing susan suzuki sweden sweetheart sweetie sweetpea sweety
    swimmer swimming sydney sysadmin system taylor teacher teddy teddybear telephone temp
    temporary tennis tequila teresa terminator test tester testing testtest testuser tetris
    texas thailand thepassword there theresa thomas thuglife thunder thunderbird thursday
    tiffany tiger tigers tigger timothy tinkerbell titanium toby tokyo tomato toor topgun
    topsecret tornado tottenham toyota travis trial trinity trooper trouble trustme trustno
    trustnoone tuesday tulip tupac turkey turkiye turtle tweety twilight twitter tyler undefined
    unicorn universe university uranus user username vacation valentina valentine vampire
    vanessa vanilla vegeta venezuela venus veronica victor victoria vienna vietnam vikings
    vincent violet viper virginia vodka voldemort volkswagen volleyball wachtwoord walter
    warcraft warrior warriors watermelon wednesday welcome welcomeback wendy westside whale
    whatever whiskey white whitecat whitney william williams willkommen windows winnie
    winniethepooh winter wireless witch wizard wolf wolfpack wolverine wonderwoman
    worldofwarcraft wrestling xbox yahoo yamaha yankees yellow yoda yolanda yourpassword youtube
    zachary zebra zelda zeus zoe zombie zxcvbn zxcvbnm
    """
}
